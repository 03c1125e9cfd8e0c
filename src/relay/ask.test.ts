import fc from 'fast-check'
import { expect, test } from 'vitest'
import { GatewayError } from '../core/errors.ts'
import { MINUTE_MS } from '../core/time.ts'
import type { AttemptRecord, SkipReason } from '../core/records.ts'
import type { Permit } from '../metering/open-request.ts'
import { askInTurn, type AskSteps, deliverAnswered, type Question } from './ask.ts'
import type { Answer, Ask } from './attempt.ts'
import type { Plan } from './plan.ts'
import type { Candidate } from './routing/candidates.ts'
import { skipped } from './routing/fates.ts'
import { createHealth, type Lease, type Lesson } from './routing/health.ts'
import { ASKING, aTarget, MODEL, POLICY, testClock } from './routing/test-targets.ts'

/** How one attempt ends, and how long it takes. */
type Script = {
  tookMs?: number
  ok?: true
  retry?: boolean
  sent?: boolean
  restMs?: number
  throws?: true
  leftOut?: number
  breaksOff?: true
  lesson?: Lesson
}

const candidate = (name: string): Candidate => ({ target: aTarget(name), protocol: 'openai-chat' })

/** Asks candidates as a script says, and keeps what happened. */
function stage(names: string[], script: Script[], { budget = 10, refused = {} as Record<string, SkipReason> } = {}) {
  const clock = testClock()
  const health = createHealth({ clock, saved: () => undefined, admitsTarget: () => null, policy: () => POLICY })
  const rows: AttemptRecord[] = []
  const pauses: number[] = []
  const leftOut: number[] = []
  const metered: unknown[] = []
  const again: boolean[] = []
  const open = new Set<Lease>()
  let left = budget
  const steps: AskSteps = {
    lease(asked) {
      const reason = refused[asked.target.provider.id]
      if (reason) return { reason, waitMs: 7, hindrance: { leftMs: 7 } }
      const lease = health.lease(asked, ASKING)
      if ('reason' in lease) return lease
      open.add(lease)
      return {
        learn: (lesson) => lease.learn(lesson),
        [Symbol.dispose]() {
          lease[Symbol.dispose]()
          open.delete(lease)
        },
      }
    },
    attempt: async (ask) => {
      const next = script.shift() ?? {}
      clock.pass(next.tookMs ?? 0)
      again.push(ask.again === true)
      return answerOf(ask, next)
    },
    maxAttempts: () => 3,
    hedgeMs: () => 0,
    mayRetry: () => (left -= 1) >= 0,
    answered: () => undefined,
    outrun: () => undefined,
    kept: async () => undefined,
    leftOut: (events) => void leftOut.push(events),
    pause: async (ms) => {
      pauses.push(ms)
      clock.pass(ms)
    },
    wait: async () => undefined,
  }
  const permit = {
    asking: () => undefined,
    lost: () => undefined,
    tried: (_target: unknown, row: AttemptRecord) => void rows.push(row),
    delivering: (seen: unknown) => void metered.push(seen),
    progressed: () => true,
    settle: async () => ({ status: 'succeeded' }),
  } as unknown as Permit
  const plan: Plan = {
    model: MODEL,
    candidates: names.map(candidate),
    ...ASKING,
    lastResort: false,
    skips: [],
    conversation: null,
    refusal: () => new GatewayError('no_upstream', { model: 'm' }),
  }
  const exchange = { elapsedMs: () => clock.monotonicMs(), signal: new AbortController().signal }
  const question = { exchange, turn: { stream: false } } as unknown as Question
  const asked = () => rows.map(({ providerId, decision }) => (decision === 'chosen' ? providerId : `(${providerId})`))
  return {
    rows,
    pauses,
    leftOut,
    metered,
    again,
    open,
    health,
    asked,
    run: async () => deliverAnswered(await askInTurn(plan, question, permit, steps), permit, steps),
  }
}

function answerOf(
  ask: Ask,
  { ok, retry = true, sent = true, restMs, throws, leftOut, breaksOff, lesson = { kind: 'nothing' } }: Script,
) {
  if (throws) throw new Error('a fault of ours')
  const skip = { target: ask.target, protocol: ask.spoken, reason: 'rate' } as const
  const record: AttemptRecord = { ...skipped(skip, { n: ask.n, atMs: 0 }), decision: 'chosen', reason: null }
  const seen = leftOut === undefined && !breaksOff ? null : { leftOut }
  const delivery = { end: breaksOff ? 'upstream_truncated' : 'complete', seen, finish: () => undefined }
  const answer = ok
    ? { ok, record, lesson, seen, deliver: async () => delivery }
    : { ok: false, record, lesson, retry, sent, restMs: restMs ?? null, error: new GatewayError('upstream_busy') }
  return answer as unknown as Answer
}

const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    (error: unknown) => (error instanceof GatewayError ? error.code : 'fault'),
  )

test('candidates are asked in turn until one answers, and never more than three', async () => {
  const well = stage(['a', 'b', 'c'], [{}, { ok: true }])
  expect(await codeOf(well.run())).toBeNull()
  expect(well.asked()).toEqual(['a', 'b'])
  const bad = stage(['a', 'b', 'c', 'd'], [])
  expect(await codeOf(bad.run())).toBe('upstream_busy')
  expect(bad.asked()).toEqual(['a', 'b', 'c'])
})

test('how many events were left out of an answer is told once it is settled, and nothing when none were', async () => {
  const hurt = stage(['a'], [{ ok: true, leftOut: 2 }])
  expect(await codeOf(hurt.run())).toBeNull()
  expect(hurt.leftOut).toEqual([2])
  const whole = stage(['a'], [{ ok: true }])
  expect(await codeOf(whole.run())).toBeNull()
  expect(whole.leftOut).toEqual([])
})

test('what goes out is metered from its first word, and how it ended is learned', async () => {
  const ends = stage(['a'], Array(5).fill({ ok: true, breaksOff: true, lesson: { kind: 'well' } }))
  for (let n = 0; n < 5; n += 1) {
    expect([ends.metered.length, ends.health.endpoint('a-endpoint')?.breaker ?? 'closed']).toEqual([n, 'closed'])
    await ends.run()
  }
  expect(ends.health.endpoint('a-endpoint')?.breaker).toBe('open')
})

test('whoever has no room any more is passed over and does not count as asked', async () => {
  const here = stage(['a', 'b', 'c', 'd'], [{}, {}, { ok: true }], { refused: { a: 'concurrency', c: 'cooling' } })
  expect(await codeOf(here.run())).toBe('upstream_busy')
  expect(here.asked()).toEqual(['(a)', 'b', '(c)', 'd'])
  expect(here.rows.map(({ n }) => n)).toEqual([1, 2, 3, 4])
  expect(here.rows.map(({ reason }) => reason)).toEqual(['concurrency', null, 'cooling', null])
  expect(here.rows.map(({ hindrance }) => hindrance)).toEqual([{ leftMs: 7 }, undefined, { leftMs: 7 }, undefined])
})

test('when nobody has room any more the plan’s own refusal is told', async () => {
  expect(await codeOf(stage(['a'], [], { refused: { a: 'concurrency' } }).run())).toBe('no_upstream')
})

test('whoever has no room any more costs nothing of the budget', async () => {
  const here = stage(['a', 'b', 'c'], [{}, { ok: true }], { budget: 1, refused: { b: 'concurrency' } })
  expect(await codeOf(here.run())).toBeNull()
  expect(here.asked()).toEqual(['a', '(b)', 'c'])
})

test('with the budget used up nobody else is asked, unless the first never saw the request', async () => {
  const sent = stage(['a', 'b'], [{}, { ok: true }], { budget: 0 })
  expect(await codeOf(sent.run())).toBe('upstream_busy')
  expect(sent.asked()).toEqual(['a'])
  const unsent = stage(['a', 'b'], [{ sent: false }, { ok: true }], { budget: 0 })
  expect(await codeOf(unsent.run())).toBeNull()
})

test('whoever is asked knows whether an upstream may have seen the request before', async () => {
  const unsent = stage(['a', 'b', 'c'], [{ sent: false }, {}, { ok: true }])
  expect(await codeOf(unsent.run())).toBeNull()
  expect(unsent.again).toEqual([false, false, true])
  const sent = stage(['a', 'b', 'c'], [{}, { sent: false }, { ok: true }])
  expect(await codeOf(sent.run())).toBeNull()
  expect(sent.again).toEqual([false, true, true])
})

test('nobody is asked any more when the time for all attempts is over, for they would be blamed for it', async () => {
  const slow = stage(['a', 'b', 'c'], [{ tookMs: 10 * MINUTE_MS }, { tookMs: 5 * MINUTE_MS }, { ok: true }])
  expect(await codeOf(slow.run())).toBe('upstream_busy')
  expect(slow.asked()).toEqual(['a', 'b'])
})

test('a short wait that the last candidate asks for is waited, a long one is told to the caller', async () => {
  const short = stage(['a'], [{ restMs: 1500 }, { ok: true }])
  expect(await codeOf(short.run())).toBeNull()
  expect([short.pauses, short.asked()]).toEqual([[1500], ['a', 'a']])
  const long = stage(['a'], [{ restMs: 2500 }, { ok: true }])
  expect(await codeOf(long.run())).toBe('upstream_busy')
  expect(long.pauses).toEqual([])
  const other = stage(['a', 'b'], [{ restMs: 1500 }, { ok: true }])
  expect(await codeOf(other.run())).toBeNull()
  expect([other.pauses, other.asked()]).toEqual([[], ['a', 'b']])
})

test('every lease is given back, whatever an attempt ends with, and after a fault of ours too', async () => {
  const lesson = fc.constantFrom<Lesson>({ kind: 'well' }, { kind: 'failing' }, { kind: 'nothing' })
  const script = fc.record(
    {
      ok: fc.constant<true>(true),
      throws: fc.constant<true>(true),
      retry: fc.boolean(),
      sent: fc.boolean(),
      restMs: fc.constantFrom(1000, 90_000),
      lesson,
    },
    { requiredKeys: [] },
  )
  await fc.assert(
    fc.asyncProperty(fc.array(script, { maxLength: 4 }), async (scripts) => {
      const here = stage(['a', 'b', 'c'], scripts)
      await codeOf(here.run())
      expect(here.open.size).toBe(0)
      for (const name of ['a', 'b', 'c']) expect(here.health.endpoint(`${name}-endpoint`)?.inFlight ?? 0).toBe(0)
    }),
  )
})
