import { GatewayError } from '../../core/errors.ts'
import { ONE_MICROS } from '../../core/money.ts'
import type { Pin, UserTerms } from '../../core/pin.ts'
import type { Caller } from '../authenticate.ts'
import { UpstreamFailure } from '../failure.ts'
import { innerExchange } from '../inner-exchange.ts'
import { NO_REPLY } from '../socket/no-reply.ts'
import { type PinnedOptions, readOne } from './pinned.ts'

/** Batches that were looked at, those of them that could not be read or charged, and those that are not charged still. */
type LookedAfter = { looked: number; failed: number; open: number }

/** Looks at every batch that is not charged yet, one after another, so that it is paid for though nobody asks for it again. */
export async function lookAfterBatches(options: PinnedOptions, signal: AbortSignal): Promise<LookedAfter> {
  const { pins } = options
  const told = { looked: 0, failed: 0 }
  for (const pin of await pins.unbilled()) {
    if (signal.aborted) break
    told.looked += 1
    if (!(await isLookedAt(pin, options, signal))) told.failed += 1
  }
  return { ...told, open: told.looked === 0 ? 0 : (await pins.unbilled()).length }
}

/** False when its upstream or a limit stands against it now: it is tried again the next time. */
async function isLookedAt(pin: Pin, options: PinnedOptions, signal: AbortSignal): Promise<boolean> {
  const { directory, clock, pins } = options
  const body = Buffer.alloc(0)
  const request = { path: '/', headers: {}, body, ip: '', locale: 'en', reply: NO_REPLY, signal } as const
  const exchange = innerExchange(request, clock)
  const caller = directory.keyById(pin.keyId) ?? formerKey(pin, await pins.termsOf(pin.userId))
  try {
    await readOne(pin, { ...options, exchange, caller, now: clock.now })
    return true
  } catch (error) {
    if (error instanceof UpstreamFailure || error instanceof GatewayError) return false
    throw error
  }
}

/** A key that is gone pays no less for what was made with it: what its owner's others would. */
function formerKey({ keyId, userId }: Pin, terms: UserTerms | undefined): Caller {
  return {
    id: keyId,
    hash: '',
    name: '',
    userId,
    groupId: terms?.groupId ?? null,
    billing: 'unlimited',
    status: 'revoked',
    userStatus: 'active',
    expiresAt: null,
    allowModels: null,
    allowIps: null,
    multiplierMicros: terms?.multiplierMicros ?? ONE_MICROS,
  }
}
