import type { AdminKey } from '../../../../src/contract/admin-keys.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { keyState, masked } from '../../lib/key/key-state.ts'
import { useFormat } from '../../lib/use-format.ts'
import { PickBox } from '../../ui/pick-box.tsx'
import { useExpiry, useLastUse } from '../../ui/key/key-times.ts'
import { LimitCell } from '../../ui/limits/limit-cell.tsx'
import { Status } from '../../ui/status.tsx'
import { TwoLines } from '../../ui/table.tsx'
import { Risks, useDisabler } from './key-bits.tsx'
import { KeyMenu } from './key-menu.tsx'
import type { ListProps } from './key-table.tsx'

/** The keys of everybody as cards, for a phone. */
export function KeyCards({ keys, ...rest }: ListProps) {
  const t = useTexts('allkeys')
  return (
    <ul aria-label={t('title')}>
      {keys.map((key) => (
        <KeyCard key={key.id} item={key} {...rest} />
      ))}
    </ul>
  )
}

function KeyCard({ item, selection, acts }: Omit<ListProps, 'keys'> & { item: AdminKey }) {
  const t = useTexts('allkeys')
  const { usd } = useFormat()
  const lastUse = useLastUse(item)
  const disabler = useDisabler(item)
  const expiry = useExpiry(item)
  const picked = selection.has(item.id)
  const facts = [
    [t('col.cost'), usd(item.month.cost, 2)],
    [t('col.used'), lastUse.text],
    [t('col.addresses'), String(item.addresses)],
    [t('col.expires'), expiry.text],
  ] as const
  return (
    <li className={`rowcard ${picked ? 'sel' : ''}`}>
      <div className="row gap12">
        <PickBox of={item.id} label={t('pick.one', { name: item.name })} selection={selection} />
        <TwoLines under={<span className="m">{masked(item)}</span>}>
          <span className="row">
            <button type="button" className="el min-h-6 font-semibold" onClick={() => acts.open(item)}>
              {item.name}
            </button>
            <span className="t2 el text-cell">{item.owner.name}</span>
          </span>
        </TwoLines>
        <span className="sp" />
        <Status state={`key_${keyState(item)}`} title={disabler ?? undefined} />
        <KeyMenu item={item} acts={acts} />
      </div>
      {item.risks.length > 0 && <Risks item={item} />}
      <dl className="flex justify-between gap-3">
        {facts.map(([label, value]) => (
          <div key={label} className="min-w-0">
            <dt className="t3 el">{label}</dt>
            <dd className="n el m-0 text-cell">{value}</dd>
          </div>
        ))}
      </dl>
      {item.limits.length > 0 && <LimitCell limits={item.limits} />}
    </li>
  )
}
