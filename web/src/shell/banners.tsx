import { useQuery } from '@tanstack/react-query'
import { Sparkles, UserRoundX, WifiOff } from 'lucide-react'
import { lazy, Suspense, useEffect, useState, useSyncExternalStore } from 'react'
import { getSite } from '../../../src/contract/site.ts'
import { loadTexts } from '../i18n/texts.ts'
import { useTexts } from '../i18n/use-texts.ts'
import { useDatabaseAway } from '../lib/database-away.ts'
import { ask } from '../lib/query.ts'
import { fetchMe, useMeFailed } from '../lib/session.ts'
import { lazyPage, together } from '../lib/lazy-page.tsx'
import { loadChunk, warmChunk } from '../lib/load-chunk.ts'
import { tellSite } from '../lib/site.ts'
import { useViewing } from '../lib/viewing.ts'
import { MaintenanceStrip } from '../ui/announcements/standing-lazy.tsx'
import { Note } from '../ui/note.tsx'

const ViewingBanner = lazy(() =>
  loadChunk(() => import('./viewing-banner.tsx')).then((found) => ({ default: found.ViewingBanner })),
)

// The server is there to tell it when it is wanted.
const DatabaseAway = lazyPage(() => import('./database-away.tsx'), 'system')

/** What concerns every page: somebody else's console, no network, no account data, a new version. */
export function Banners() {
  const viewing = useViewing()
  return (
    <div className="banners">
      {viewing && (
        <Suspense fallback={null}>
          <ViewingBanner viewing={viewing} />
        </Suspense>
      )}
      <Offline />
      <Unreached />
      <NewVersion />
      <MaintenanceStrip />
    </div>
  )
}

function watchNetwork(tell: () => void): () => void {
  window.addEventListener('online', tell)
  window.addEventListener('offline', tell)
  return () => {
    window.removeEventListener('online', tell)
    window.removeEventListener('offline', tell)
  }
}

function Offline() {
  const t = useTexts('shell')
  const online = useSyncExternalStore(watchNetwork, () => navigator.onLine)
  // What the system says of its network may be wrong: an answer of the server counts more, until it is said again.
  const [reached, setReached] = useState(false)
  // Loaded while there is a network: later it could not be.
  const [Reconnect, setReconnect] = useState<typeof import('./reconnect.tsx').Reconnect | null>(null)
  useEffect(() => {
    const load = () => together(import('./reconnect.tsx'), loadTexts('system'))
    void warmChunk(() => load().then((found) => setReconnect(() => found.Reconnect)))
  }, [])
  if (online && reached) setReached(false)
  if (online || reached) return null
  return (
    <Note tone="warn" icon={WifiOff} urgent>
      <b>{t('banner.offline')}</b>
      {Reconnect && <Reconnect onReached={() => setReached(true)} />}
    </Note>
  )
}

const ME_WAITS_MS = [2000, 5000, 10_000] as const

function Unreached() {
  const away = useDatabaseAway()
  const failed = useMeFailed()
  if (away) {
    return (
      <Suspense fallback={null}>
        <DatabaseAway />
      </Suspense>
    )
  }
  return failed ? <AskingAgain /> : null
}

function AskingAgain() {
  const t = useTexts('shell')
  const [tries, setTries] = useState(0)
  const waitMs = ME_WAITS_MS[tries]
  useEffect(() => {
    if (waitMs === undefined) return
    const timer = setTimeout(() => void fetchMe().finally(() => setTries((before) => before + 1)), waitMs)
    return () => clearTimeout(timer)
  }, [waitMs])
  const over = waitMs === undefined
  return (
    <Note tone="warn" icon={UserRoundX}>
      <b role="status">{t(over ? 'banner.me_lost' : 'banner.me_failed')}</b>
      <span className="t2 hide">{!over && t('banner.try', { n: tries + 1, of: ME_WAITS_MS.length })}</span>
      {over && (
        <button type="button" className="link nw ml-auto" onClick={() => setTries(0)}>
          {t('banner.retry')}
        </button>
      )}
    </Note>
  )
}

const SITE_PAUSE_MS = 5 * 60_000

let loadedBuild: string | undefined

// What runs here was loaded with the first build heard of.
function isNewer(build: string): boolean {
  loadedBuild ??= build
  return build !== loadedBuild
}

function NewVersion() {
  const t = useTexts('shell')
  const { data } = useQuery({ ...ask(getSite), staleTime: SITE_PAUSE_MS, refetchInterval: SITE_PAUSE_MS })
  useEffect(() => {
    if (data) tellSite(data)
  }, [data])
  const build = data?.build_id
  if (build === undefined || !isNewer(build)) return null
  return (
    <Note icon={Sparkles}>
      <b role="status">{t('banner.version')}</b>
      <span className="t2 hide">{t('banner.version_effect')}</span>
      <span className="sp" />
      <button type="button" className="link nw" onClick={() => location.reload()}>
        {t('banner.reload')}
      </button>
    </Note>
  )
}
