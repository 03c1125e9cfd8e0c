import type { EntryView } from '../contract/accounts.ts'
import { formatUsd } from '../core/money.ts'
import { iso } from '../core/time.ts'
import type { NamedEntry } from '../store/accounts.ts'
import type { UsageTotals } from '../store/tally.ts'
import type { User } from '../store/users.ts'
import { dateOf } from '../store/zone.ts'
import { entryOf } from './accounts.ts'
import { eventOf } from './activity.ts'
import type { Handlers, SignedCall } from './call.ts'
import type { Deps } from './deps.ts'
import { everyPage, jsonPieces } from './file.ts'
import { keyView } from './key-view.ts'
import { meOf } from './me.ts'
import { passkeyView } from './passkeys.ts'
import { noticeViewFor } from './notices.ts'
import { preferencesOf } from './preferences.ts'
import { exportOf } from './trail.ts'
import { sessionView } from './user-sessions.ts'

const PAGE = 200

/** Hands a user what is kept about them; their requests, which are many, are a file of their own. */
export function exportMeHandlers(deps: Deps): Pick<Handlers, 'exportMe'> {
  return {
    exportMe: async (call) => {
      await deps.store.activity.record(exportOf(call, 'account', 'json'))
      return { name: 'yumen-my-data.json', type: 'application/json', pieces: pieces(call, deps) }
    },
  }
}

/** One JSON object, its parts read one after the other; lists that have no end of their own, row by row. */
async function* pieces({ caller, locale }: SignedCall, deps: Deps): AsyncGenerator<string> {
  const { store, clock } = deps
  const { user, session } = caller
  const zone = user.timezone ?? 'UTC'
  const part = (name: string, value: unknown) => `${JSON.stringify(name)}: ${JSON.stringify(value)},\n`
  yield `{\n${part('exported_at', iso(clock.now()))}`
  yield part('profile', await meOf(user, deps))
  yield part('preferences', await preferencesOf(user.id, store))
  const sessions = await store.sessions.listAlive(user.id)
  yield part(
    'sessions',
    sessions.map((one) => sessionView(one, session.family)),
  )
  const keys = await store.keys.list(user.id, zone)
  yield part('keys', await Promise.all(keys.map((key) => keyView(key, deps))))
  yield part('passkeys', (await store.passkeys.list(user.id)).map(passkeyView))
  yield part('usage', await usageOf(user, zone, deps))
  yield '"entries": '
  yield* jsonPieces(
    mapped(
      everyPage((cursor) => store.accounts.entries(user.id, { limit: PAGE, cursor })),
      ownEntry,
    ),
  )
  yield ',\n"notices": '
  const notices = everyPage((cursor) => store.notices.list(user.id, { limit: PAGE, cursor }))
  yield* jsonPieces(mapped(notices, noticeViewFor(user, locale, deps)))
  yield ',\n"activity": '
  const activity = everyPage((cursor) => store.activity.list({ userId: user.id }, { limit: PAGE, cursor }))
  yield* jsonPieces(mapped(activity, eventOf))
  yield '}\n'
}

async function* mapped<From, To>(rows: AsyncIterable<From>, turn: (row: From) => To): AsyncGenerator<To> {
  for await (const row of rows) yield turn(row)
}

/** Who booked it is told to administrators alone. */
function ownEntry(entry: NamedEntry): Omit<EntryView, 'actor'> {
  const { actor: _, ...own } = entryOf(entry)
  return own
}

async function usageOf(user: User, zone: string, { store, clock }: Deps) {
  const filter = { users: [user.id], from: user.createdAt, to: clock.now() + 1 }
  const months = await store.usage.series({ ...filter, by: 'model', bucket: 'month', zone })
  const models = await store.usage.breakdown({ ...filter, by: 'model' })
  return {
    from: iso(filter.from),
    to: iso(filter.to),
    time_zone: zone,
    by_month: months.total.map((point) => ({ month: dateOf(point.at, zone).slice(0, 7), ...figuresOf(point) })),
    by_model: models.map(({ id, current }) => ({ model: id, ...figuresOf(current) })),
  }
}

type Used = 'input' | 'cacheRead' | 'cacheWrite' | 'output' | 'media'
type Figures = Pick<UsageTotals, 'requests' | 'failed' | 'costNanos' | Used>

function figuresOf(of: Figures) {
  return {
    requests: of.requests,
    failed: of.failed,
    input: of.input,
    cache_read: of.cacheRead,
    cache_write: of.cacheWrite,
    output: of.output,
    media: of.media,
    cost: formatUsd(of.costNanos),
  }
}
