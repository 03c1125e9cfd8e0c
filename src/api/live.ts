import type { Endpoints } from '../contract/all.ts'
import type { LiveEvent } from '../contract/usage.ts'
import type { RequestRecord } from '../core/records.ts'
import { createSeats, type Seats } from '../core/seats.ts'
import { SECOND_MS } from '../core/time.ts'
import { faultFields } from '../telemetry/log.ts'
import { admits } from './access.ts'
import type { Call, Handlers } from './call.ts'
import type { Deps } from './deps.ts'
import { ApiError } from './errors.ts'
import { eventStream, eventText, SILENT_EVENT } from './event-stream.ts'
import { isMeant } from './live-filter.ts'
import { rowOf } from './requests.ts'
import { everybody, floorsOf, kindsOf, ownScope, type Scope } from './scope.ts'
import { createWaitingLine, type WaitingLine } from './waiting-line.ts'

/** Requests as they begin and end, while somebody looks on. */
export function liveHandlers(deps: Deps): Pick<Handlers, 'usageLive' | 'adminUsageLive'> {
  const seats = createSeats(MOST_STREAMS)
  return {
    usageLive: async (call) => follow(call, () => ownScope(call, deps), seats, deps),
    adminUsageLive: async (call) => follow(call, () => everybody(call), seats, deps),
  }
}

/** How many a user may have open at once. */
const MOST_STREAMS = 4
/** More than these waiting, and whoever reads had better ask for the list again. */
const MOST_WAITING = 200
const HEARTBEAT_MS = 15 * SECOND_MS
/** Nobody is told anything longer than this after the right to it was taken away. */
const TRUST_MS = SECOND_MS

type LiveCall = Call<Endpoints['usageLive'] | Endpoints['adminUsageLive']>

function follow(call: LiveCall, scopeNow: () => Scope, seats: Seats, deps: Deps): Response {
  const filter = { ...kindsOf(call.query, scopeNow()), ...floorsOf(call.query), q: call.query.q }
  const line = createWaitingLine<RequestRecord>(MOST_WAITING)
  const held = new DisposableStack()
  const seat = seats.take(call.caller.user.id)
  if (!seat) throw new ApiError('too_many_streams')
  held.use(seat)
  held.use(
    deps.live.follow({ tell: (record) => isMeant(record, filter) && line.push(record), end: () => line.close() }),
  )
  held.defer(() => line.close())
  return eventStream({
    pieces: textsOf(line, { call, scopeNow }, deps),
    close: () => held.dispose(),
    signal: call.signal,
    onFault: (cause) => deps.log.error('a live feed met a fault', { requestId: call.requestId, ...faultFields(cause) }),
  })
}

async function* textsOf(
  line: WaitingLine<RequestRecord>,
  { call, scopeNow }: { call: LiveCall; scopeNow: () => Scope },
  deps: Deps,
): AsyncGenerator<string> {
  let looked = deps.clock.monotonicMs()
  // At once, so that the reader knows it is connected.
  yield SILENT_EVENT
  for (let told = await line.take(HEARTBEAT_MS); told; told = await line.take(HEARTBEAT_MS)) {
    const now = deps.clock.monotonicMs()
    if (told.items.length === 0 || now - looked >= TRUST_MS) {
      if (!(await mayStay(call, scopeNow(), deps))) return
      looked = now
    }
    const rows = await deps.store.requests.named(told.items)
    const scope = scopeNow()
    // Told no longer: what still came would tell it.
    if (call.query.provider && !scope.tellsProvider) return
    const events = rows.map((row) => eventOf('request', rowOf(row, scope)))
    yield [...(told.missed ? [eventOf('missed', {})] : []), ...events].join('') || SILENT_EVENT
  }
}

const eventOf = (name: LiveEvent, data: unknown) => eventText(name, data)

/** Who calls, and from where, was looked at when the feed was opened; either may have been shut out since. */
async function mayStay({ caller, ip }: LiveCall, { userId }: Scope, deps: Deps): Promise<boolean> {
  const { user, session } = caller
  if (userId === null && !admits(deps.settings()['security.admin_networks'], ip, deps)) return false
  const now = await deps.store.users.byId(user.id)
  if (now?.status !== 'active' || now.role !== user.role) return false
  return deps.store.sessions.isAlive(user.id, session.family)
}
