import { RotateCw, SearchX } from 'lucide-react'
import { useState } from 'react'
import { adminListModels } from '../../../../src/contract/models.ts'
import { adminListReferences } from '../../../../src/contract/references.ts'
import { adminListPrices } from '../../../../src/contract/prices.ts'
import { adminListProviders } from '../../../../src/contract/providers.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { askAgain } from '../../lib/query.ts'
import { toast } from '../../lib/toast.ts'
import { useFormat } from '../../lib/use-format.ts'
import { useUnsaved } from '../../lib/use-unsaved.ts'
import { Button } from '../../ui/button.tsx'
import { Drawer, DrawerBody, DrawerFoot } from '../../ui/drawer.tsx'
import { Empty } from '../../ui/empty.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Note } from '../../ui/note.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { acceptChanges } from './accept-changes.ts'
import { groupOf, isPickedAtFirst, SYNC_GROUPS, type SyncGroup, type SyncItem } from './sync-items.ts'
import { SyncSection } from './sync-rows.tsx'
import { SyncRunning } from './sync-running.tsx'
import { useSync, type Found } from './use-sync.ts'

/** What upstreams and the built-in catalogue have otherwise: new models, changed ones and ones that are gone, to be accepted one by one. */
export function SyncDrawer({ onClose }: { onClose: () => void }) {
  const t = useTexts('offers')
  const format = useFormat()
  const { query, done: answered, of } = useSync()
  const [changed, setChanged] = useState<ReadonlyMap<string, boolean>>(new Map())
  const [busy, setBusy] = useState(false)
  const { leave, done } = useUnsaved(changed.size > 0, onClose)
  const found = query.isFetching ? undefined : query.data
  const items = found?.items ?? []
  const has = (item: SyncItem) => changed.get(item.key) ?? isPickedAtFirst(item)
  const picked = items.filter(has)
  const accept = useAccept()
  const again = () => {
    setChanged(new Map())
    void query.refetch()
  }
  const save = async () => {
    setBusy(true)
    const all = await accept(picked)
    setBusy(false)
    if (all) done()
    else again()
  }
  const set = (some: readonly SyncItem[], on: boolean) =>
    setChanged(new Map([...changed, ...some.map(({ key }) => [key, on] as const)]))
  return (
    <Drawer
      open
      composed
      onClose={leave}
      title={t('sync.title')}
      remark={found && <span className="t3 nw">{t('sync.count', { count: items.length })}</span>}
      actions={
        <>
          {found && (
            <span className="t3 n hide">{t('sync.checked', { count: found.asked, time: format.when(found.at) })}</span>
          )}
          <Button kind="ghost" small icon aria-label={t('sync.again')} disabled={query.isFetching} onClick={again}>
            <Icon of={RotateCw} small />
          </Button>
        </>
      }
    >
      <DrawerBody>
        {query.isFetching ? (
          <SyncRunning done={answered} of={of} />
        ) : query.isError ? (
          <ErrorState error={query.error} onRetry={again} />
        ) : (
          found && <Differences {...{ found, has, set }} />
        )}
      </DrawerBody>
      <DrawerFoot>
        <b className="nw">{t('sync.picked', { count: picked.length })}</b>
        {items.length > picked.length && (
          <span className="t3 hide">{t('sync.rest', { count: items.length - picked.length })}</span>
        )}
        <span className="sp" />
        <Button onClick={leave}>{t('multiply.cancel')}</Button>
        <Button kind="primary" busy={busy} disabled={picked.length === 0} onClick={() => void save()}>
          {t('sync.accept', { count: picked.length })}
        </Button>
      </DrawerFoot>
    </Drawer>
  )
}

/** Accepts changes and says what became of them; whether all of them were made. */
function useAccept() {
  const t = useTexts('offers')
  const other = useTexts('providers')
  return async (items: readonly SyncItem[]): Promise<boolean> => {
    const refused = await acceptChanges(items, other('act.noAnswer'))
    await askAgain(adminListModels, adminListReferences, adminListPrices, adminListProviders)
    const made = items.length - refused.length
    if (made > 0) toast.success(t('sync.done', { count: made }))
    if (refused.length > 0) {
      const reasons = refused.map(({ item, why }) => `${item.model}: ${why}`).join('\n')
      toast.error(t('sync.refused', { count: refused.length }), reasons)
    }
    return refused.length === 0
  }
}

type DifferencesProps = {
  found: Found
  has: (item: SyncItem) => boolean
  set: (items: readonly SyncItem[], on: boolean) => void
}

function Differences({ found, has, set }: DifferencesProps) {
  const t = useTexts('offers')
  const [only, setOnly] = useState<SyncGroup | 'all'>('all')
  const [query, setQuery] = useState('')
  const wanted = query.trim().toLowerCase()
  const shown = found.items.filter(
    (item) => (only === 'all' || groupOf(item) === only) && item.model.toLowerCase().includes(wanted),
  )
  const countOf = (group: SyncGroup | 'all') =>
    group === 'all' ? found.items.length : found.items.filter((item) => groupOf(item) === group).length
  return (
    <>
      {found.silent.map(({ provider, why }) => (
        <Note key={provider.id} tone="warn">
          <span>
            <b>{t('sync.silent', { name: provider.name })}</b> {why}
          </span>
        </Note>
      ))}
      <div className="row wrap">
        <Segmented
          label={t('sync.title')}
          className="min-w-0 overflow-x-auto"
          value={only}
          onChange={setOnly}
          options={(['all', ...SYNC_GROUPS] as const).map((value) => ({
            value,
            label: (
              <>
                {t(`sync.group.${value}`)} <span className="t3 n ml-1">{countOf(value)}</span>
              </>
            ),
          }))}
        />
        <span className="sp hide" />
        <SearchField value={query} onChange={setQuery} label={t('sync.search')} />
      </div>
      {found.items.length === 0 ? (
        <p className="t3">{t('sync.nothing')}</p>
      ) : shown.length === 0 ? (
        <Empty icon={SearchX} title={t('sync.noMatch')} />
      ) : (
        SYNC_GROUPS.map((group) => (
          <SyncSection key={group} {...{ group, has, set }} items={shown.filter((item) => groupOf(item) === group)} />
        ))
      )}
    </>
  )
}
