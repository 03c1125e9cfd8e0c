import type { ApiKey } from '../../../../src/contract/keys.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { usdDigits } from '../../lib/format.ts'
import { useFormat } from '../../lib/use-format.ts'
import { keyState, masked } from '../../lib/key/key-state.ts'
import type { Selection } from '../../lib/use-selection.ts'
import { PickBox } from '../../ui/pick-box.tsx'
import { useExpiry, useLastUse, useOldSecret } from '../../ui/key/key-times.ts'
import { LimitCell } from '../../ui/limits/limit-cell.tsx'
import { Status } from '../../ui/status.tsx'
import { KeyActions, type OnView } from './key-actions.tsx'

type CardProps = { selection: Selection; onView: OnView }

/** The keys as cards, for a phone. */
export function KeyCards({ keys, ...rest }: CardProps & { keys: readonly ApiKey[] }) {
  const t = useTexts('keys')
  const digits = usdDigits(keys.map(({ month }) => month.cost))
  return (
    <ul aria-label={t('list')}>
      {keys.map((key) => (
        <KeyCard key={key.id} item={key} digits={digits} {...rest} />
      ))}
    </ul>
  )
}

function KeyCard({ item, digits, selection, onView }: CardProps & { item: ApiKey; digits: 2 | 4 }) {
  const t = useTexts('keys')
  const { usd } = useFormat()
  const lastUse = useLastUse(item)
  const expiry = useExpiry(item)
  const old = useOldSecret(item)
  const picked = selection.has(item.id)
  return (
    <li className={`rowcard keys-card ${picked ? 'sel' : ''}`}>
      <div className="row">
        <PickBox of={item.id} label={t('pick.one', { name: item.name })} selection={selection} />
        <button type="button" className="el min-h-6 font-semibold" onClick={() => onView('details', item)}>
          {item.name}
        </button>
        <span className="sp" />
        <Status state={`key_${keyState(item)}`} title={item.disabled_by_admin ? t('locked') : undefined} />
        <KeyActions item={item} onView={onView} />
      </div>
      {item.note !== '' && <div className="t3 wrap-anywhere line-clamp-2">{item.note}</div>}
      <div className="row">
        <span className="m t2">{masked(item)}</span>
        <span className="sp" />
        <span className="n b">{usd(item.month.cost, digits)}</span>
        <span className="t3">{t('stats.month')}</span>
      </div>
      {old !== null && <div className="info text-cell">{old}</div>}
      {item.limits.length > 0 && <LimitCell limits={item.limits} />}
      <div className="row t3">
        <span>{item.last_used_at === null ? lastUse.text : `${t('col.used')} ${lastUse.text}`}</span>
        <span className="sp" />
        <span className={expiry.soon ? 'warn' : ''}>
          {item.expires_at === null
            ? t('expiry.never_long')
            : t('expiry.card', { date: expiry.text, distance: expiry.under ?? '' })}
        </span>
      </div>
    </li>
  )
}
