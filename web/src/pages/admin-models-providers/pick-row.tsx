import { X } from 'lucide-react'
import type { Model } from '../../../../src/contract/models.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Tag } from '../../ui/tag.tsx'
import type { Pick, PickFault } from './picks.ts'
import { QuickRates } from './quick-rates.tsx'
import type { WizardAction } from './wizard.ts'

type Props = {
  pick: Pick
  fault: PickFault | undefined
  catalogue: readonly Model[]
  dispatch: (action: WizardAction) => void
}

/** One model of the upstream: taken or not, its name towards callers, and its price where it has none. */
export function PickRow({ pick, fault, catalogue, dispatch }: Props) {
  const t = useTexts('providers')
  const { upstream } = pick
  return (
    <li className="grid grid-cols-[16px_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-2 border-b border-line px-3 py-2 last:border-0 desk:grid-cols-[16px_minmax(0,1fr)_230px_26px]">
      <Checkbox
        checked={pick.taken}
        aria-label={t('picks.take', { name: upstream })}
        onChange={(taken) => dispatch({ type: 'take', upstreams: [upstream], taken })}
      />
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="m text-cell wrap-anywhere">{upstream}</span>
        <Marks pick={pick} catalogue={catalogue} />
      </span>
      {pick.taken ? (
        <span
          className={`in m order-last col-span-full desk:order-none desk:col-span-1 ${fault && fault !== 'price' ? 'bad' : ''}`}
        >
          <input
            value={pick.model}
            maxLength={200}
            autoComplete="off"
            spellCheck={false}
            aria-label={t('picks.nameOf', { name: upstream })}
            aria-invalid={fault && fault !== 'price' ? true : undefined}
            onChange={(event) => dispatch({ type: 'rename', upstream, name: event.target.value, catalogue })}
          />
        </span>
      ) : (
        <span className="hide" />
      )}
      {pick.source === 'typed' ? (
        <Button
          kind="ghost"
          small
          icon
          aria-label={`${t('act.remove')} ${upstream}`}
          onClick={() => dispatch({ type: 'remove', upstream })}
        >
          <Icon of={X} small />
        </Button>
      ) : (
        <span />
      )}
      {pick.taken && !pick.priced && <QuickPrices pick={pick} bad={fault === 'price'} dispatch={dispatch} />}
      {fault && (
        <span className="err text-meta order-last col-span-full desk:col-start-2" role="alert">
          {t(`picks.fault.${fault}`)}
        </span>
      )}
    </li>
  )
}

function Marks({ pick, catalogue }: { pick: Pick; catalogue: readonly Model[] }) {
  const t = useTexts('providers')
  const others = catalogue.find((model) => model.id === pick.model)?.providers.total ?? 0
  return (
    <>
      {pick.priced ? <Tag>{t('picks.priced')}</Tag> : <span className="st warn">! {t('picks.unpriced')}</span>}
      {!pick.known && !pick.priced && <Tag>{t('picks.unknown')}</Tag>}
      {others > 0 && <Tag>{t('picks.routed', { count: others })}</Tag>}
      {pick.source === 'typed' && <Tag>{t('picks.typed')}</Tag>}
    </>
  )
}

function QuickPrices({ pick, bad, dispatch }: { pick: Pick; bad: boolean; dispatch: Props['dispatch'] }) {
  const t = useTexts('providers')
  return (
    <div
      role="group"
      aria-label={t('picks.price', { name: pick.upstream })}
      className="order-last col-span-full grid grid-cols-2 gap-2 rounded-control bg-canvas p-2 desk:col-start-2 desk:grid-cols-4"
    >
      <QuickRates
        price={pick.price}
        bad={bad}
        onType={(rate, text) => dispatch({ type: 'price', upstream: pick.upstream, rate, text })}
      />
      <span className="t3 col-span-full">{t('picks.priceHint')}</span>
    </div>
  )
}
