import { Terminal } from 'lucide-react'
import type { ApiKey } from '../../../../src/contract/keys.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { usdDigits } from '../../lib/format.ts'
import { useFormat } from '../../lib/use-format.ts'
import { Button } from '../../ui/button.tsx'
import { PickAllBox, PickBox } from '../../ui/pick-box.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Sparkline } from '../../ui/sparkline.tsx'
import { Status } from '../../ui/status.tsx'
import { SortHead, Table, TwoLines, type Sorting } from '../../ui/table.tsx'
import { keyState, masked, ratePerMinute } from '../../lib/key/key-state.ts'
import type { Selection } from '../../lib/use-selection.ts'
import { AllowedModels } from '../../ui/key/allowed-models.tsx'
import { useExpiry, useLastUse, useOldSecret } from '../../ui/key/key-times.ts'
import { LimitCell } from '../../ui/limits/limit-cell.tsx'
import { KeyActions, type OnView } from './key-actions.tsx'
import type { Column } from './keys.ts'

type Props = Sorting<Column> & {
  keys: readonly ApiKey[]
  selection: Selection
  onView: OnView
}

/** What is given up first where there is little room; the details of a key have it too. */
const NARROW = {
  trend: 'row @max-[1080px]:hidden',
  rate: '@max-[1150px]:hidden',
  models: '@max-[960px]:hidden',
  secret: '@max-[940px]:hidden',
  expires: '@max-[780px]:hidden',
  used: '@max-[720px]:hidden',
} as const

/** The keys as a table. */
export function KeyTable({ keys, selection, onView, ...head }: Props) {
  const t = useTexts('keys')
  const digits = usdDigits(keys.map(({ month }) => month.cost))
  return (
    <Table label={t('list')} tall className="gives">
      <thead>
        <tr>
          <th scope="col" className="w-4">
            <PickAllBox label={t('pick.all')} selection={selection} />
          </th>
          <SortHead column="name" {...head}>
            {t('col.name')}
          </SortHead>
          <th scope="col" className={NARROW.secret}>
            {t('col.key')}
          </th>
          <th scope="col">{t('col.status')}</th>
          <th scope="col" className={NARROW.models}>
            {t('col.models')}
          </th>
          <th scope="col">{t('col.quota')}</th>
          <th scope="col" className={`r ${NARROW.rate}`}>
            {t('col.rate')}
          </th>
          <SortHead column="cost" number {...head}>
            {t('col.cost')}
          </SortHead>
          <SortHead column="used" latest className={NARROW.used} {...head}>
            {t('col.used')}
          </SortHead>
          <SortHead column="expires" className={NARROW.expires} {...head}>
            {t('col.expires')}
          </SortHead>
          <th scope="col" className="r">
            {t('col.actions')}
          </th>
        </tr>
      </thead>
      <tbody>
        {keys.map((key) => (
          <Row key={key.id} item={key} digits={digits} selection={selection} onView={onView} />
        ))}
      </tbody>
    </Table>
  )
}

type RowProps = Pick<Props, 'selection' | 'onView'> & { item: ApiKey; digits: 2 | 4 }

function Row({ item, digits, selection, onView }: RowProps) {
  const t = useTexts('keys')
  const { NONE, exact } = useFormat()
  const picked = selection.has(item.id)
  const lastUse = useLastUse(item)
  const expiry = useExpiry(item)
  return (
    <tr className={[item.status !== 'active' && 'keys-idle', picked && 'sel'].filter(Boolean).join(' ')}>
      <td>
        <PickBox of={item.id} label={t('pick.one', { name: item.name })} selection={selection} />
      </td>
      <td className="keys-name" title={item.note || undefined}>
        <Name item={item} onOpen={() => onView('details', item)} />
      </td>
      <td className={`n ${NARROW.secret}`}>
        <Secret item={item} />
      </td>
      <td>
        <Status state={`key_${keyState(item)}`} title={item.disabled_by_admin ? t('locked') : undefined} />
      </td>
      <td className={NARROW.models}>
        <AllowedModels models={item.allow_models} />
      </td>
      <td>
        <LimitCell limits={item.limits.filter(({ metric }) => metric === 'cost')} />
      </td>
      <td className={`r ${NARROW.rate}`}>{ratePerMinute(item) === null ? NONE : exact(ratePerMinute(item))}</td>
      <td className="r">
        <MonthCost item={item} digits={digits} />
      </td>
      <td className={`n ${NARROW.used}`} title={lastUse.hover}>
        <TwoLines under={lastUse.under}>{lastUse.text}</TwoLines>
      </td>
      <td className={`n ${NARROW.expires}`}>
        <TwoLines under={expiry.under} tone={expiry.soon ? 'warn' : undefined}>
          {item.expires_at === null ? <span className="t2">{expiry.text}</span> : expiry.text}
        </TwoLines>
      </td>
      <td className="r">
        <span className="row justify-end" style={{ gap: 0 }}>
          <Button
            kind="ghost"
            small
            icon
            aria-label={t('action.configs_of', { name: item.name })}
            title={t('action.configs')}
            onClick={() => onView('configs', item)}
          >
            <Icon of={Terminal} small />
          </Button>
          <KeyActions item={item} onView={onView} />
        </span>
      </td>
    </tr>
  )
}

function Secret({ item }: { item: ApiKey }) {
  const t = useTexts('keys')
  return (
    <TwoLines under={useOldSecret(item)} tone="info">
      <span className="row gap4">
        <span className="m t2">{masked(item)}</span>
        <CopyButton text={masked(item)} what={t('masked')} />
      </span>
    </TwoLines>
  )
}

function MonthCost({ item, digits }: Pick<RowProps, 'item' | 'digits'>) {
  const t = useTexts('keys')
  const { exact, plotted, usd } = useFormat()
  return (
    <div className="keys-cost">
      <span className={NARROW.trend}>
        <Sparkline values={item.trend.map(plotted)} label={t('trend')} />
      </span>
      <span
        className={item.month.cost === '0' ? 't2' : ''}
        title={t('month_requests', { count: item.month.requests, requests: exact(item.month.requests) })}
      >
        {usd(item.month.cost, digits)}
      </span>
    </div>
  )
}

function Name({ item, onOpen }: { item: ApiKey; onOpen: () => void }) {
  return (
    <TwoLines under={item.note}>
      <button
        type="button"
        className="el block max-w-full rounded-control hover:text-accent"
        title={item.name}
        onClick={onOpen}
      >
        {item.name}
      </button>
    </TwoLines>
  )
}
