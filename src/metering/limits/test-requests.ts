import { ONE_MICROS } from '../../core/money.ts'
import { newTextGauge, type TextGauge } from '../../core/text-gauge.ts'
import { NO_USAGE } from '../../core/usage.ts'
import { RECORD } from '../journal/test-journal.ts'
import type { Permit } from '../open-request.ts'
import type { Delivered, Outcome } from '../record.ts'
import type { Size } from './estimate.ts'
import type { Parking } from './parked.ts'
import { MODEL } from './test-limits.ts'
import type { Known, KnownBatch } from './test-reference.ts'

/** What has come of an answer, measured. */
export type Answer = Delivered & { text: TextGauge }

/** How what came to its end ended. */
export const COMPLETE: Outcome = {
  end: 'complete',
  httpStatus: 200,
  errorClass: null,
  errorMessage: null,
  delivered: null,
}

/** A model whose tokens cost so much each. */
export function modelAt(price: bigint) {
  const rates = { input: price * 1_000_000n, output: price * 1_000_000n }
  return { ...MODEL, price: { version: String(price), rates, tiers: [] } }
}

/** Who answers everything. */
export const TARGET = {
  provider: { id: 'p1', multiplierMicros: ONE_MICROS },
  endpoint: { id: 'e1' },
  credential: { id: 'c1' },
} as unknown as Parameters<Permit['tried']>[0]

/** A request that nothing has become of yet. */
export function knownOf(told: Pick<Known, 'id' | 'user' | 'key' | 'input' | 'max' | 'price'>): Known {
  return { ...told, at: Date.now(), held: new Map(), open: true, grant: 0n, cost: 0n, tokens: 0n, refused: false }
}

/** An answer of which nothing has come. */
export function nothingSeen(): Answer {
  return { usage: null, usageRaw: null, model: null, pieces: 0, text: newTextGauge(), terminal: false }
}

/** What an upstream tells of so many tokens in and out. */
export function toldUsage(input: number, output: number) {
  return { ...NO_USAGE, input, output }
}

/** What the ledger is asked for a request, or for a batch that uses this. */
export function openingOf(
  { id, user, key, at, input, max, price }: Known,
  batch: Pick<Size, 'usage' | 'least'> = { usage: null },
) {
  const { client, ip, protocolIn, modelAsked, multiplierMicros } = RECORD
  const asked = { id, at, userId: user, keyId: key, client, ip, protocolIn, modelAsked, multiplierMicros }
  return {
    asking: {
      payer: payerOf(user, key),
      model: modelAt(price),
      multiplierMicros: ONE_MICROS,
      size: { inputTokens: input, maxTokens: max, answers: 1, ...batch },
    },
    admitted: { ...asked, stream: !batch.usage, inputTokens: input },
  }
}

function payerOf(userId: string, id: string) {
  return { id, userId, groupId: 'g1', billing: 'prepaid' as const }
}

/** The id of the row that pays for a batch. */
export function billOf({ id }: Pick<Known, 'id'>): string {
  return `bill ${id}`
}

/** What lies on budgets until a batch is paid for. */
export function parkingOf({ user, key, batch }: Known & { batch: KnownBatch }): Parking {
  const { cost, tokens } = batch
  return { payer: payerOf(user, key), providerId: 'p1', credentialId: 'c1', cost, tokens }
}
