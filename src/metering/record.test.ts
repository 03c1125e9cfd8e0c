import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ModelEntry, TargetEntry } from '../core/directory.ts'
import { SERVICE_TIERS } from '../core/service-tier.ts'
import type { RequestEnd } from '../core/records.ts'
import { newTextGauge } from '../core/text-gauge.ts'
import { NO_USAGE } from '../core/usage.ts'
import { ATTEMPT, RECORD, TARGET } from './journal/test-journal.ts'
import {
  type Admitted,
  type Delivered,
  interruptedRecord,
  needsFigures,
  type Outcome,
  settledRecord,
  tellsInput,
  usedSoFar,
} from './record.ts'

const ADMITTED: Admitted = { ...RECORD, inputTokens: 100, multiplierMicros: 1_500_000n }

const model = {
  id: 'm1',
  price: {
    version: 'v1',
    rates: { input: 2_000_000n, output: 10_000_000n },
    tiers: [{ aboveTokens: 1000, rates: { input: 4_000_000n } }],
    services: [{ service: 'priority', aboveTokens: 0, rates: { output: 20_000_000n } }],
  },
} as unknown as ModelEntry

const tokens = fc.nat({ max: 5000 })
const told = fc.record({ input: tokens, output: tokens }).map((usage) => ({ ...NO_USAGE, ...usage, requests: 1 }))
const delivered = fc.record({
  usage: fc.option(told),
  usageRaw: fc.constant(null),
  model: fc.constant(null),
  serviceTier: fc.option(fc.constantFrom(...SERVICE_TIERS)),
  pieces: tokens,
  terminal: fc.boolean(),
})

test('what has been used so far is what the row would say if it ended now', () => {
  fc.assert(
    fc.property(delivered, fc.boolean(), (seen, priced) => {
      const by = priced ? model : null
      const row = interruptedRecord(ADMITTED, { model: by, target: TARGET, attempts: [ATTEMPT] }, seen, 5)
      expect(usedSoFar(ADMITTED, by, seen)).toEqual({ usage: row.usage, costNanos: row.costNanos })
      // A whole answer that says it used nothing is believed.
      const free = seen.terminal && seen.usage?.input === 0 && seen.usage.output === 0
      expect(row.costNanos > 0n).toBe(priced && !free)
    }),
  )
})

const COMPLETE: Outcome = { end: 'complete', httpStatus: 200, errorClass: null, errorMessage: null, delivered: null }
const USED = { ...NO_USAGE, input: 1000, output: 10, requests: 1 }
const ANSWER: Delivered = { usage: USED, usageRaw: null, model: null, pieces: 3, terminal: false }

test('a row says who asked, who answered and when, and what each attempt cost', () => {
  const target = { ...TARGET, provider: { id: 'p9', multiplierMicros: 500_000n } } as TargetEntry
  const skipped = { ...ATTEMPT, decision: 'skipped' as const, upstreamCostNanos: 0n }
  const lost = { ...ATTEMPT, n: 2, startedMs: 5, upstreamCostNanos: 7n }
  const last = { ...ATTEMPT, n: 3, startedMs: 9, headersMs: 20, firstTokenMs: 30, upstreamCostNanos: 4n }
  const attempts = [skipped, lost, last, { ...skipped, n: 4 }]
  const told = { ...ANSWER, usageRaw: '{}', model: 'm1-0711', serviceTier: 'priority' as const }
  const trail = { model, target, spoken: 'anthropic-messages' as const, attempts }
  expect(settledRecord(ADMITTED, trail, { ...COMPLETE, delivered: told }, 900)).toEqual({
    ...RECORD,
    multiplierMicros: ADMITTED.multiplierMicros,
    protocolOut: 'anthropic-messages',
    modelAnswered: 'm1-0711',
    providerId: 'p9',
    queueMs: 5,
    headersMs: 20,
    firstTokenMs: 30,
    usage: USED,
    usageRaw: '{}',
    serviceTier: 'priority',
    costNanos: 3300n,
    upstreamCostNanos: 1107n,
    priceVersion: 'v1',
    attempts: [skipped, lost, { ...last, usage: USED, upstreamCostNanos: 1100n }, { ...skipped, n: 4 }],
  })
})

test('of a request for which nobody was asked the row names nobody', () => {
  const refused: Outcome = {
    ...COMPLETE,
    end: 'limit',
    httpStatus: 429,
    errorClass: 'rate_limited',
    errorMessage: 'Slow.',
  }
  expect(settledRecord(ADMITTED, { model: null, target: null, attempts: [] }, refused, 3)).toEqual({
    ...RECORD,
    multiplierMicros: ADMITTED.multiplierMicros,
    model: null,
    providerId: null,
    endpointId: null,
    credentialId: null,
    attempts: [],
    status: 'refused',
    end: 'limit',
    httpStatus: 429,
    errorClass: 'rate_limited',
    errorMessage: 'Slow.',
    queueMs: 3,
    headersMs: null,
    firstTokenMs: null,
    totalMs: 3,
    usage: NO_USAGE,
    usageSource: 'none',
    usageRaw: null,
    costNanos: 0n,
    upstreamCostNanos: 0n,
  })
})

test('an answer costs nobody anything where it has no price, nor the operator where nobody is known to have given it', () => {
  const outcome = { ...COMPLETE, delivered: ANSWER }
  for (const trail of [
    { model: null, target: TARGET, attempts: [ATTEMPT] },
    { model, target: null, attempts: [ATTEMPT] },
  ])
    expect(settledRecord(ADMITTED, trail, outcome, 5).upstreamCostNanos).toBe(0n)
})

test.each<[RequestEnd, asked: string, notAsked: string]>([
  ['complete', 'succeeded', 'succeeded'],
  ['caller_gone', 'cancelled', 'cancelled'],
  ['upstream_error', 'failed', 'refused'],
])('a request that ends as %s has %s, or has %s where nobody was asked', (end, ...statuses) => {
  const statusOf = (attempts: (typeof ATTEMPT)[]) =>
    settledRecord(ADMITTED, { model, target: TARGET, attempts }, { ...COMPLETE, end }, 5).status
  expect([statusOf([ATTEMPT]), statusOf([])]).toEqual(statuses)
})

const unread = { ...NO_USAGE, output: 5, requests: 1 }

const GONE = { end: 'caller_gone' } as const
const ODD = '{"output_tokens":-1}'

test.each<[string, Partial<Outcome>, Partial<Delivered>, [usage: object, figures: boolean]]>([
  ['upstream', {}, { usageRaw: '{"output_tokens":10}' }, [USED, false]],
  ['upstream', GONE, { terminal: true }, [USED, false]],
  ['drained', { ...GONE, drained: true }, { terminal: true }, [USED, false]],
  ['clamped', {}, { usageRaw: ODD }, [USED, false]],
  ['clamped', GONE, { usage: unread, usageRaw: ODD }, [{ ...unread, input: 100 }, true]],
  ['estimated', GONE, { usage: unread, estimated: true }, [unread, false]],
  ['estimated', GONE, { usage: unread, pieces: 40 }, [{ ...unread, input: 100, output: 40 }, true]],
  ['estimated', {}, { usage: null, text: { ...newTextGauge(), rough: 6.2 } }, [{ input: 100, output: 7 }, true]],
  ['estimated', {}, { usage: null, pieces: 0 }, [{ input: 100, output: 1, requests: 1 }, true]],
  ['none', GONE, { usage: NO_USAGE }, [NO_USAGE, false]],
])('a usage is booked as %s', (usageSource, outcome, delivered, [usage, figures]) => {
  const ended = { ...COMPLETE, ...outcome, delivered: { ...ANSWER, ...delivered } }
  const row = settledRecord(ADMITTED, { model, target: TARGET, attempts: [ATTEMPT] }, ended, 5)
  expect(row).toMatchObject({ usageSource, usage })
  expect(needsFigures(ended, ADMITTED.inputTokens)).toBe(figures)
})

test('nothing is counted of what reached nobody, and a single token tells the input', () => {
  expect(needsFigures(COMPLETE, 100)).toBe(false)
  const tells = (usage: Partial<typeof NO_USAGE>) => tellsInput({ usage: { ...NO_USAGE, ...usage } })
  expect([tells({}), tells({ cacheRead: 1 }), tells({ audioIn: 1 })]).toEqual([false, true, true])
})

test('of a request that nobody answered the operator pays what its attempts told, and the caller nothing', () => {
  const attempts = [1n, 6n].map((upstreamCostNanos, at) => ({ ...ATTEMPT, n: at + 1, upstreamCostNanos }))
  const row = interruptedRecord(ADMITTED, { model, target: TARGET, attempts }, null, 5)
  expect([row.costNanos, row.upstreamCostNanos]).toEqual([0n, 7n])
  expect(row.attempts).toEqual(attempts)
})

test.each([
  ['nothing else', null, { output: 10, audioOut: 200 }],
  ['its input', { ...NO_USAGE, input: 50 }, { input: 50, output: 10, audioOut: 200 }],
  ['output that has the sound in it', { ...NO_USAGE, input: 50, output: 210 }, { output: 210, audioOut: 0 }],
  ['some of the sound', { ...NO_USAGE, input: 50, audioOut: 90 }, { output: 10, audioOut: 200 }],
  ['more sound than came', { ...NO_USAGE, input: 50, audioOut: 900 }, { output: 10, audioOut: 900 }],
])('sound that came is charged where its answer broke off and told %s', (_name, usage, used) => {
  const seen = { ...ANSWER, usage, pieces: 10, soundTokens: 200 }
  const trail = { model, target: TARGET, attempts: [ATTEMPT] }
  const outcome = { ...COMPLETE, end: 'caller_gone' as const, delivered: seen }
  expect(settledRecord(ADMITTED, trail, outcome, 5).usage).toMatchObject(used)
})

test.each([
  ['nothing', null, { output: 10, imageOut: 1120, requests: 1 }],
  ['its input', { ...NO_USAGE, input: 50 }, { input: 50, output: 10, imageOut: 1120 }],
  ['what it has drawn', { ...NO_USAGE, input: 50, imageOut: 272 }, { input: 50, output: 10, imageOut: 272 }],
])('pictures that came are charged where their answer broke off and told %s', (_name, usage, used) => {
  const seen = { ...ANSWER, usage, pieces: 10, imageTokens: 1120 }
  const trail = { model, target: TARGET, attempts: [ATTEMPT] }
  const outcome = { ...COMPLETE, end: 'caller_gone' as const, delivered: seen }
  expect(settledRecord(ADMITTED, trail, outcome, 5).usage).toMatchObject(used)
})

test('an answer that told all it used is charged as it told, whatever sound and pictures came', () => {
  const seen = { ...ANSWER, terminal: true, soundTokens: 200, imageTokens: 1120 }
  const trail = { model, target: TARGET, attempts: [ATTEMPT] }
  expect(settledRecord(ADMITTED, trail, { ...COMPLETE, delivered: seen }, 5).usage).toBe(USED)
})

test('figures that cannot be are marked, whatever is charged in their place', () => {
  const trail = { model, target: TARGET, attempts: [ATTEMPT] }
  const sourceOf = (part: Partial<Delivered>) =>
    settledRecord(ADMITTED, trail, { ...COMPLETE, delivered: { ...ANSWER, terminal: true, ...part } }, 5).usageSource
  expect(sourceOf({ estimated: true })).toBe('estimated')
  expect(sourceOf({ estimated: true, usageRaw: '{"seconds":-1}' })).toBe('clamped')
  expect(sourceOf({ clamped: true })).toBe('clamped')
})

test('searches whose finds came are charged where the answer broke off before its usage told of them', () => {
  const priced = {
    ...model,
    price: { ...model.price, rates: { ...model.price?.rates, searches: 10_000_000_000_000n } },
  }
  const trail = { model: priced as ModelEntry, target: TARGET, attempts: [ATTEMPT] }
  const gone = (delivered: Delivered) =>
    settledRecord(ADMITTED, trail, { ...COMPLETE, end: 'caller_gone', delivered }, 5).usage.searches
  expect(gone({ ...ANSWER, searches: 3 })).toBe(3)
  expect(gone({ ...ANSWER, usage: null, searches: 3 })).toBe(3)
  expect(gone({ ...ANSWER, usage: { ...USED, searches: 4 }, searches: 3 })).toBe(4)
  expect(gone({ ...ANSWER, terminal: true, searches: 3 })).toBe(0)
})
