import type { TargetEntry } from '../../core/directory.ts'
import { GatewayError } from '../../core/errors.ts'
import type { Pin, PinKind } from '../../core/pin.ts'
import type { RelayPolicy } from '../../core/policy.ts'
import type { Clock } from '../../core/time.ts'
import type { Ledger } from '../../metering/ledger.ts'
import type { Limits } from '../../metering/limits/limits.ts'
import { faultFields, type Log } from '../../telemetry/log.ts'
import { admitCall } from '../admit-call.ts'
import type { Caller } from '../authenticate.ts'
import type { Directory } from '../directory.ts'
import type { Exchange } from '../exchange.ts'
import { abortClass, cutBy, UpstreamFailure } from '../failure.ts'
import type { Routing } from '../routing/routing.ts'
import type { Upstream } from '../upstream.ts'
import type { UpstreamAnswer } from '../upstream-answer.ts'
import type { Listed } from './absent.ts'
import { makingOf, pinOf, type Planning } from './create.ts'
import { countsAs, serveUpload } from './gemini-upload.ts'
import { createLists, type Lists } from './list.ts'
import { make } from './make.ts'
import { paidFor } from './paid-for.ts'
import type { Pins } from './pins.ts'
import { type Call, objectOf, reach, refusePage, saysMissing, SILENT, verdictOn, targetOf, wholeOf } from './reach.ts'
import { sendOn, sendWhole } from './reply.ts'
import { dialectOf, isFile, type PinnedRoute } from './routes.ts'
import { type Bills, shown, type Showing } from './shown.ts'
import type { Uploads } from './uploads.ts'

/** What serving kept things takes; `dice` gives numbers from 0 up to 1. */
export type PinnedOptions = {
  directory: Directory
  ledger: Ledger
  limits: Pick<Limits, 'admitCall' | 'paceOf' | 'holdsWorst' | 'averageOutput' | 'parked'>
  upstream: Upstream
  routing: Routing
  pins: Pins
  bills: Bills
  clock: Clock
  dice: () => number
  policy: () => Pick<RelayPolicy, 'maxBodyBytes'>
  /** The address by which the operator calls the gateway; null where they have named none. */
  namedOrigin: () => string | null
  log: Pick<Log, 'error'>
}

/** Serves what upstreams keep for callers: every user sees their own, wherever it is kept. */
type ServePinned = (exchange: Exchange, caller: Caller, route: PinnedRoute) => Promise<void>

/** Files, batches, stored responses and interactions (wire.md §1.2, §1.3, §1.5, §1.6). */
export function createPinned(options: PinnedOptions & { uploads: Uploads }): ServePinned {
  const { clock } = options
  const lists = createLists(clock.now)
  return async (exchange, caller, route) => {
    try {
      using _call = called(route, exchange, caller, options)
      await serve(route, { ...options, lists, exchange, caller, now: clock.now })
    } catch (error) {
      if (!(error instanceof UpstreamFailure)) throw error
      const code = error.class.endsWith('_timeout') ? 'upstream_timeout' : 'upstream_failed'
      throw cutBy(exchange.signal) ?? new GatewayError(code, {}, { cause: error })
    }
  }
}

type At = PinnedOptions & Showing & { caller: Caller }

/** Making a batch takes part in limits by its row. */
function called(
  { kind, act }: PinnedRoute,
  exchange: Exchange,
  caller: Caller,
  { limits, uploads }: PinnedOptions & { uploads: Uploads },
): Disposable | null {
  if (act === 'create' && !isFile(kind)) return null
  const counts = kind === 'gemini-file' && act === 'create' ? countsAs(exchange, caller, uploads) : 'call'
  if (counts === 'nothing') return null
  const looks = act === 'read' || counts === 'look'
  return admitCall(exchange, caller, { dialect: dialectOf(kind), looks }, limits)
}

async function serve(route: PinnedRoute, at: At & { lists: Lists; uploads: Uploads }): Promise<void> {
  const { exchange, caller, pins, directory } = at
  if (route.kind === 'gemini-file' && route.act === 'create') return serveUpload({ ...at, planning: planningOf(at) })
  if (route.act === 'create') return created(route, at)
  if (route.act === 'list') {
    const silent = new Set<string>()
    const read = (pin: Pin) => readListed(pin, silent, at)
    const placeOf = (pin: Pin) => directory.way(pin.endpointId, pin.credentialId)?.endpoint.baseUrl ?? ''
    return sendWhole(exchange, await at.lists(route.kind, { exchange, caller, pins, read, placeOf }))
  }
  const pin = await pins.find(route.kind, route.id, caller.userId)
  if (!pin) throw new GatewayError('object_not_found', { id: route.id })
  return asked(route, pin, targetOf(pin, directory), at)
}

function planningOf({ directory, pins, limits, routing, dice, policy }: At): Planning {
  return {
    mostWhole: () => policy().maxBodyBytes,
    directory,
    pins,
    averageOutput: (modelId) => limits.averageOutput(modelId),
    by: { ...routing, directory, dice },
  }
}

async function created({ kind }: PinnedRoute, at: At): Promise<void> {
  const { exchange, caller, routing, clock } = at
  await using form = await exchange.form?.(caller.userId)
  const { bytes: body, place } = form ? { bytes: form.body, place: null } : await exchange.body(caller.userId)
  using _place = place
  const making = await makingOf(kind, { exchange, caller, body, form }, planningOf(at))
  const asking = () => make(making, { ...at, health: routing.health })
  const made = isFile(kind) ? { ...making, ...(await asking()) } : await paidFor(making, asking, at)
  const { target, answer, bytes, expected } = made
  if (answer.status < 300) refusePage(bytes)
  const { id } = objectOf(bytes)
  if (answer.status >= 300 || typeof id !== 'string') return sendWhole(exchange, bytes, answer)
  const pin = pinOf({ id, target, making, expected, caller, now: clock.now() })
  await keep(pin, at)
  if (exchange.signal.aborted) throw new UpstreamFailure(abortClass(exchange.signal))
  return sendWhole(exchange, await shown(bytes, pin, target, at), answer)
}

/** A batch that cannot be written down now is later, from the row that tells of its making; its caller must not make it twice. */
async function keep(pin: Pin, { exchange, pins, log }: At): Promise<void> {
  try {
    await pins.add(pin)
  } catch (error) {
    if (isFile(pin.kind)) throw error
    log.error('a batch is written down later', { requestId: exchange.id, ...faultFields(error) })
  }
}

/** What something kept is now, null where its upstream does not find it or is switched off; a batch that has finished is charged. */
export async function readOne(pin: Pin, at: At): Promise<Uint8Array | null> {
  const found = await lookedAt(pin, at)
  return found === null || found === 'gone' ? null : shown(found.bytes, pin, found.target, at)
}

/**
 * The same for one of a list; an upstream that fails must not keep the others' things from being listed, and one that says nothing
 * is `silent` for the rest of the list.
 */
async function readListed(pin: Pin, silent: Set<string>, at: At): Promise<Listed> {
  if (silent.has(pin.endpointId)) return null
  const unheard = (error: unknown) => {
    if (!(error instanceof UpstreamFailure) || at.exchange.signal.aborted) throw error
    if (SILENT.has(error.class)) silent.add(pin.endpointId)
    return null
  }
  const found = await lookedAt(pin, at).catch((error: unknown) =>
    error instanceof GatewayError && !at.exchange.signal.aborted ? null : unheard(error),
  )
  if (found === 'gone') return found
  // To charge a batch its results may be asked for; a limit that stands against it is told.
  return found && shown(found.bytes, pin, found.target, at).catch(unheard)
}

/** What its upstream says of it, `gone` where it says in JSON that there is no such thing; throws what stands against asking. */
async function lookedAt(pin: Pin, at: At): Promise<{ bytes: Buffer; target: TargetEntry } | 'gone' | null> {
  const target = reachable(pin, at)
  if (!target) return null
  const answer = await reach(target, { method: 'GET', path: pathOf(pin) }, at)
  const bytes = await wholeOf(answer, target)
  // It stays the user's: a mistyped address says the same, and what a batch used is still to be paid for.
  if (saysMissing(answer, bytes, { pin, exchange: at.exchange, target }))
    return Object.keys(objectOf(bytes)).length > 0 ? 'gone' : null
  if (answer.status >= 300) throw verdictOn(answer, bytes, { exchange: at.exchange, target }).error
  refusePage(bytes)
  return { bytes, target }
}

/** A provider that is switched off must not keep the others' things from being listed. */
function reachable(pin: Pin, { directory }: At): TargetEntry | null {
  try {
    return targetOf(pin, directory)
  } catch {
    // Nothing but that it cannot be reached can be wrong here.
    return null
  }
}

const FOLDERS = {
  file: 'files',
  'anthropic-file': 'files',
  'gemini-file': 'files',
  batch: 'batches',
  'message-batch': 'messages/batches',
  response: 'responses',
  interaction: 'interactions',
} as const satisfies Record<PinKind, string>

function pathOf({ kind, id }: Pin): string {
  return `/${kind === 'gemini-file' ? 'v1beta' : 'v1'}/${FOLDERS[kind]}/${encodeURIComponent(id)}`
}

async function asked({ act }: PinnedRoute, pin: Pin, target: TargetEntry, at: At): Promise<void> {
  const { exchange } = at
  const { path, query } = exchange
  const method = act === 'delete' ? 'DELETE' : act === 'cancel' ? 'POST' : 'GET'
  const call: Call = { method, path, query }
  if (act === 'delete' && pin.kind === 'message-batch' && pin.billedAt === null) await chargedBeforeItGoes(pin, at)
  const answer = await reach(target, call, at)
  if (act === 'content' && answer.status < 300) {
    // Where there are results, the batch has finished, and they are what it is paid for.
    if (pin.kind === 'message-batch') await charged(pin, answer, at)
    return sendOn(exchange, answer, target)
  }
  const bytes = await wholeOf(answer, target)
  if (answer.status < 300) refusePage(bytes)
  const isMissing = saysMissing(answer, bytes, { pin, exchange, target })
  // What its owner wants gone is, also where the upstream has let it go before.
  if (act === 'delete' && (answer.status < 300 || isMissing)) await at.pins.remove(pin)
  if (pin.kind === 'gemini-file' && isMissing) throw new GatewayError('object_not_found', { id: pin.id })
  if (answer.status >= 300) {
    const verdict = verdictOn(answer, bytes, { exchange, target })
    if (!verdict.callers) throw verdict.error
    return sendWhole(exchange, bytes, answer)
  }
  return sendWhole(exchange, act === 'delete' ? bytes : await shown(bytes, pin, target, at), answer)
}

/** Charges a batch whose results are about to go out; they do not when it cannot be. */
async function charged(pin: Pin, answer: UpstreamAnswer, at: At): Promise<void> {
  try {
    await readFound(pin, at)
  } catch (error) {
    answer.cancel('cut_off')
    throw error
  }
}

/** Throws when it is not there. */
async function readFound(pin: Pin, at: At): Promise<void> {
  if (!(await readOne(pin, at))) throw new GatewayError('object_not_found', { id: pin.id })
}

/** Charges a batch that is to be deleted: afterwards nobody could tell what it used. Throws when it has not ended, or is not there. */
async function chargedBeforeItGoes(pin: Pin, at: At): Promise<void> {
  await readFound(pin, at)
  const seen = await at.pins.find(pin.kind, pin.id, pin.userId)
  if (!seen) throw new GatewayError('object_not_found', { id: pin.id })
  // Upstreams refuse it as well; but passed on, it might end on the way, and go without a bill.
  if (seen.billedAt === null)
    throw new GatewayError('body_invalid', { reason: 'a batch that has not ended cannot be deleted' })
}
