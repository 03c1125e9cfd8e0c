import { SearchX } from 'lucide-react'
import type { ApiKey } from '../../../../src/contract/keys.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { useMinute } from '../../lib/now.ts'
import { secretOf } from '../../lib/secrets.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Refreshing } from '../../ui/refreshing.tsx'
import type { DrawerJob } from './key-drawer.tsx'
import { filtered, pickKeys } from './keys.ts'
import { KeyCards } from './key-cards.tsx'
import { KeyTable } from './key-table.tsx'
import { Toolbar } from './toolbar.tsx'
import { useKeyFilter } from './use-key-filter.ts'

type Props = { keys: readonly ApiKey[]; refreshing: boolean; onJob: (job: DrawerJob) => void }

/** The filters and the keys they leave: a table, or cards on a phone. */
export function KeyList({ keys, refreshing, onJob }: Props) {
  const t = useTexts('keys')
  const now = useMinute()
  const [filter, change, clear] = useKeyFilter()
  const shown = pickKeys(keys, filter, now, (key) => secretOf(key.id) !== undefined)
  return (
    <>
      <Toolbar keys={keys} filter={filter} onChange={change} />
      <Card flush className="keys-list" aria-label={t('list')}>
        <Refreshing on={refreshing} />
        {shown.length === 0 ? (
          <Empty
            icon={SearchX}
            title={t('none.title')}
            text={t('none.text', { count: keys.length })}
            actions={<Button onClick={clear}>{t('none.clear')}</Button>}
          />
        ) : (
          <>
            <KeyTable keys={shown} sort={filter.sort} onSort={(sort) => change({ sort })} onJob={onJob} />
            <KeyCards keys={shown} onJob={onJob} />
          </>
        )}
        <div className="foot hide">
          <span>
            {filtered(filter)
              ? t('foot.some', { shown: shown.length, count: keys.length })
              : t('foot.all', { count: keys.length })}
          </span>
          <span className="sp" />
          <span>{t('foot.once')}</span>
        </div>
      </Card>
    </>
  )
}
