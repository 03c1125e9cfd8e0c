import { BILLION_USD, type Nanos, ONE_MICROS } from '../../core/money.ts'
import type { Pin, UserTerms } from '../../core/pin.ts'
import type { Payer } from '../../metering/limits/hold.ts'
import type { Limits } from '../../metering/limits/limits.ts'
import type { Caller } from '../authenticate.ts'
import type { Directory } from '../directory.ts'
import { billIdOf } from './bill-batch.ts'
import type { Pins } from './pins.ts'

type Parking = { limits: Pick<Limits, 'parked'> }
type Parkable = Pick<Pin, 'id' | 'kind' | 'providerId' | 'credentialId' | 'expected'>

/** Sets aside what a batch is expected to cost whoever made it, until it is charged. Nothing where that was not written down. */
export function parkBatch(pin: Parkable, payer: Payer, { limits }: Parking): void {
  const { providerId, credentialId, expected } = pin
  if (expected?.costNanos == null) return
  const tokens = BigInt(expected.input + expected.output)
  limits.parked.park(billIdOf(pin), { payer, providerId, credentialId, cost: expected.costNanos, tokens })
}

/** An amount as it may be written down. */
export function writable(nanos: Nanos): Nanos {
  return nanos < BILLION_USD ? nanos : BILLION_USD
}

type Opened = Parking & { directory: Pick<Directory, 'keyById'>; pins: Pick<Pins, 'unbilled' | 'termsOf'> }

/** Sets aside again what earlier processes had for batches that are not charged yet. */
export async function parkOpenBatches({ limits, directory, pins }: Opened): Promise<void> {
  for await (const pin of unbilledIn(pins)) parkBatch(pin, await makerOf(pin, { directory, pins }), { limits })
}

/** All of them, a page at a time: those that never end must not hide those made after them. */
export async function* unbilledIn(pins: Pick<Pins, 'unbilled'>): AsyncGenerator<Pin> {
  for (let page = await pins.unbilled(); page.length > 0; page = await pins.unbilled(page.at(-1))) yield* page
}

/** Whoever made a batch, as their key is now. */
export async function makerOf(
  pin: Pin,
  { directory, pins }: { directory: Pick<Directory, 'keyById'>; pins: Pick<Pins, 'termsOf'> },
): Promise<Caller> {
  return directory.keyById(pin.keyId) ?? formerKey(pin, await pins.termsOf(pin.userId))
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
    allowProviders: null,
    allowIps: [],
    multiplierMicros: terms?.multiplierMicros ?? ONE_MICROS,
  }
}
