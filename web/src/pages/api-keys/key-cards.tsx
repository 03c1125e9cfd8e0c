import type { ApiKey } from '../../../../src/contract/keys.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { useFormat } from '../../lib/use-format.ts'
import { Status } from '../../ui/status.tsx'
import { KeyActions } from './key-actions.tsx'
import type { DrawerJob } from './key-drawer.tsx'
import { masked } from './keys.ts'
import { useExpiry, useLastUse } from './key-times.ts'

/** The keys as cards, for a phone. */
export function KeyCards({ keys, onJob }: { keys: readonly ApiKey[]; onJob: (job: DrawerJob) => void }) {
  const t = useTexts('keys')
  return (
    <ul className="only-m" aria-label={t('list')}>
      {keys.map((key) => (
        <KeyCard key={key.id} item={key} onJob={onJob} />
      ))}
    </ul>
  )
}

function KeyCard({ item, onJob }: { item: ApiKey; onJob: (job: DrawerJob) => void }) {
  const t = useTexts('keys')
  const { usd } = useFormat()
  const lastUse = useLastUse(item)
  const expiry = useExpiry(item)
  return (
    <li className="rowcard keys-card">
      <div className="row">
        <b className="el">{item.name}</b>
        <span className="sp" />
        <Status state={`key_${item.status}`} />
        <KeyActions item={item} onJob={onJob} />
      </div>
      {item.note !== '' && <div className="t3">{item.note}</div>}
      <div className="row">
        <span className="m t2">{masked(item)}</span>
        <span className="sp" />
        <span className="n b">{usd(item.month.cost, 2)}</span>
        <span className="t3">{t('stats.month')}</span>
      </div>
      <div className="row t3">
        <span>
          {t('col.used')} {lastUse.text}
        </span>
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
