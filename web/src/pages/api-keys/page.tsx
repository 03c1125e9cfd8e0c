import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { listKeys, type ApiKey } from '../../../../src/contract/keys.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { ask } from '../../lib/query.ts'
import { useShortcuts } from '../../lib/use-shortcuts.ts'
import { useZone } from '../../lib/use-format.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Kbd } from '../../ui/kbd.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { TableSkeleton } from '../../ui/skeleton.tsx'
import { BaseUrls } from './base-urls.tsx'
import { KeyDrawer, type DrawerJob } from './key-drawer.tsx'
import { KeyList } from './key-list.tsx'
import { NoKeys } from './no-keys.tsx'
import './page.css'

/** The own API keys: where to send requests, the keys themselves, and all that can be done with one. */
export function Page() {
  const t = useTexts('keys')
  const zone = useZone()
  const keys = useQuery(ask(listKeys, { query: { tz: zone } }))
  const [job, setJob] = useState<DrawerJob | null>(null)
  const create = () => setJob({ kind: 'create' })
  useShortcuts({ c: create, '/': () => document.querySelector<HTMLElement>('[data-search]')?.focus() })
  const items = keys.data?.items
  return (
    <>
      <PageHead title={t('title')}>
        <Button kind="primary" onClick={create}>
          <Icon of={Plus} small />
          {t('create')}
          <Kbd className="hide">C</Kbd>
        </Button>
      </PageHead>
      <BaseUrls />
      <Content
        items={items}
        refreshing={keys.isFetching}
        failure={
          keys.isError && items === undefined && <ErrorState error={keys.error} onRetry={() => void keys.refetch()} />
        }
        onJob={setJob}
      />
      <KeyDrawer job={job} onJob={setJob} zone={zone} />
    </>
  )
}

type ContentProps = {
  items: readonly ApiKey[] | undefined
  refreshing: boolean
  failure: React.ReactNode
  onJob: (job: DrawerJob) => void
}

function Content({ items, refreshing, failure, onJob }: ContentProps) {
  const t = useTexts('keys')
  if (failure) return <Card className="mt">{failure}</Card>
  if (items === undefined) {
    return (
      <Card flush className="keys-wait" aria-label={t('list')}>
        <TableSkeleton rows={6} tall />
      </Card>
    )
  }
  if (items.length === 0) return <NoKeys onCreate={() => onJob({ kind: 'create' })} />
  return <KeyList keys={items} refreshing={refreshing} onJob={onJob} />
}
