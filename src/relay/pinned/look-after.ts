import { GatewayError } from '../../core/errors.ts'
import type { Pin } from '../../core/pin.ts'
import { UpstreamFailure } from '../failure.ts'
import { innerExchange } from '../inner-exchange.ts'
import { NO_REPLY } from '../socket/no-reply.ts'
import { billIdOf } from './bill-batch.ts'
import { makerOf, unbilledIn } from './open-batches.ts'
import { type PinnedOptions, readOne } from './pinned.ts'
import { SILENT } from './reach.ts'

/** Batches that were looked at, those of them that could not be read or charged, and those that are not charged still. */
type LookedAfter = { looked: number; failed: number; open: number }

/** `silent`: its upstream took the time it has without a word. */
type Look = 'seen' | 'failed' | 'silent'

/** After so many in a row without a word the others of an endpoint wait for the next time: one that is down must not hold up everybody else's. */
const MOST_SILENT = 3

/** Looks at every batch that is not charged yet, one after another, so that it is paid for though nobody asks for it again. */
export async function lookAfterBatches(options: PinnedOptions, signal: AbortSignal): Promise<LookedAfter> {
  const told = { looked: 0, failed: 0 }
  const silent = new Map<string, number>()
  const surprises: unknown[] = []
  for await (const pin of unbilledIn(options.pins)) {
    if (signal.aborted) break
    const before = silent.get(pin.endpointId) ?? 0
    const seen = before < MOST_SILENT ? await lookAt(pin, options, signal).catch(surprised(surprises)) : 'silent'
    silent.set(pin.endpointId, seen === 'silent' ? before + 1 : 0)
    told.looked += 1
    if (seen !== 'seen') told.failed += 1
  }
  const open = new Set<string>()
  if (told.looked > 0) for await (const pin of unbilledIn(options.pins)) open.add(billIdOf(pin))
  // What nobody can charge any more must not be held for ever.
  options.limits.parked.keepOnly(open)
  if (surprises.length > 0) throw surprises[0]
  return { ...told, open: open.size }
}

/** One batch that nobody can make sense of must not keep those after it from being charged. */
function surprised(surprises: unknown[]): (error: unknown) => Look {
  return (error) => {
    surprises.push(error)
    return 'failed'
  }
}

/** What its upstream or a limit stands against now is tried again the next time. */
async function lookAt(pin: Pin, options: PinnedOptions, signal: AbortSignal): Promise<Look> {
  const { clock } = options
  const body = Buffer.alloc(0)
  const request = { path: '/', headers: {}, body, ip: '', locale: 'en', reply: NO_REPLY, signal } as const
  const exchange = innerExchange(request, clock)
  const caller = await makerOf(pin, options)
  try {
    await readOne(pin, { ...options, exchange, caller, now: clock.now })
    return 'seen'
  } catch (error) {
    if (error instanceof UpstreamFailure) return SILENT.has(error.class) ? 'silent' : 'failed'
    if (error instanceof GatewayError) return 'failed'
    throw error
  }
}
