import { SearchX } from 'lucide-react'
import type { ApiKey } from '../../../../src/contract/keys.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { useMinute } from '../../lib/now.ts'
import { secretOf } from '../../lib/secrets.ts'
import { Button } from '../../ui/button.tsx'
import { ByWidth } from '../../ui/by-width.tsx'
import { Card } from '../../ui/card.tsx'
import { Empty } from '../../ui/empty.tsx'
import { useMoreRows } from '../../ui/more-rows.tsx'
import { Refreshing } from '../../ui/refreshing.tsx'
import { SortSelect } from '../../ui/sort-select.tsx'
import type { Sorting } from '../../ui/table.tsx'
import { useSelection } from '../../lib/use-selection.ts'
import { BulkBar } from './bulk-bar.tsx'
import type { OnView } from './key-actions.tsx'
import { type Column, filtered, pickKeys } from './keys.ts'
import { KeyCards } from './key-cards.tsx'
import { KeyTable } from './key-table.tsx'
import { Toolbar } from './toolbar.tsx'
import { useKeyFilter } from './use-key-filter.ts'

type Props = { keys: readonly ApiKey[]; refreshing: boolean; onView: OnView }

/** The filters and the keys they leave: a table, or cards on a phone. */
export function KeyList({ keys, refreshing, onView }: Props) {
  const t = useTexts('keys')
  const now = useMinute()
  const [filter, change, clear] = useKeyFilter()
  const found = pickKeys(keys, filter, now, (key) => secretOf(key.id) !== undefined)
  const { shown, more } = useMoreRows(found)
  const selection = useSelection(shown.map((key) => key.id))
  const picked = shown.filter((key) => selection.has(key.id))
  return (
    <>
      <Toolbar keys={keys} filter={filter} onChange={change} />
      <Card flush className="keys-list" aria-label={t('list')}>
        <Refreshing on={refreshing} />
        {picked.length > 0 && <BulkBar keys={picked} onClear={selection.clear} />}
        {shown.length === 0 ? (
          <Empty
            icon={SearchX}
            title={t('none.title')}
            text={t('none.text', { count: keys.length })}
            actions={<Button onClick={clear}>{t('none.clear')}</Button>}
          />
        ) : (
          <ByWidth
            table={
              <KeyTable
                keys={shown}
                sort={filter.sort}
                onSort={(sort) => change({ sort })}
                selection={selection}
                onView={onView}
              />
            }
            cards={
              <>
                <KeySort sort={filter.sort} onSort={(sort) => change({ sort })} />
                <KeyCards keys={shown} selection={selection} onView={onView} />
              </>
            }
          />
        )}
        {more && <div className="foot">{more}</div>}
        <div className="foot hide">
          <span>
            {filtered(filter)
              ? t('foot.some', { shown: found.length, count: keys.length })
              : t('foot.all', { count: keys.length })}
          </span>
          <span className="sp" />
          <span>{t('foot.once')}</span>
        </div>
      </Card>
    </>
  )
}

function KeySort(sorting: Sorting<Column>) {
  const t = useTexts('keys')
  return (
    <SortSelect
      {...sorting}
      columns={[
        { column: 'name', name: t('col.name') },
        { column: 'cost', name: t('col.cost'), large: true },
        { column: 'used', name: t('col.used'), large: true },
        { column: 'expires', name: t('col.expires') },
      ]}
    />
  )
}
