import { expect, test } from 'vitest'
import { GatewayError } from '../../core/errors.ts'
import type { Exchange } from '../exchange.ts'
import { UpstreamFailure } from '../failure.ts'
import type { Plan } from '../plan.ts'
import type { Candidate } from '../routing/candidates.ts'
import { ASKING, aTarget, MODEL } from '../routing/test-targets.ts'
import { firstOpen } from './first-open.ts'
import type { Tried } from './refused-talk.ts'

const NOTHING_LEFT = new GatewayError('no_upstream', { model: 'm' })

/** Opens one of some candidates: `full` ones have no room, and `broken` ones cannot be opened. */
function opening(names: string[], { full = '', broken = '', maxAttempts = 3 }) {
  const candidates = names.map((name): Candidate => ({ target: aTarget(name), protocol: 'openai-realtime' }))
  const plan: Plan = {
    model: MODEL,
    candidates,
    ...ASKING,
    lastResort: false,
    skips: [],
    conversation: null,
    refusal: () => NOTHING_LEFT,
  }
  const tried: Tried = { model: MODEL, attempts: [], target: null }
  const exchange = { elapsedMs: () => 0, signal: new AbortController().signal } as unknown as Exchange
  const run = firstOpen(plan, exchange, tried, {
    maxAttempts: () => maxAttempts,
    lease: ({ target }) =>
      full.includes(target.provider.id)
        ? { reason: 'concurrency', waitMs: 1000 }
        : { learn: () => undefined, [Symbol.dispose]: () => undefined },
    open: ({ target }) =>
      broken.includes(target.provider.id)
        ? Promise.reject(new UpstreamFailure('connect'))
        : Promise.resolve(target.provider.id),
  })
  const told = run.then(
    ({ upstream }) => upstream,
    (error: unknown) => (error instanceof GatewayError ? error.code : 'fault'),
  )
  return told.then((end) => [end, tried.attempts.map(({ n, providerId, decision }) => [n, providerId, decision])])
}

test('who is full is no attempt: the next one with room is asked', async () => {
  expect(await opening(['a', 'b', 'c', 'd'], { full: 'abc' })).toEqual([
    'd',
    [
      [1, 'a', 'skipped'],
      [2, 'b', 'skipped'],
      [3, 'c', 'skipped'],
    ],
  ])
})

test('a conversation is begun with as many as a request is sent to at most', async () => {
  const [end, attempts] = await opening(['a', 'b', 'c', 'd'], { full: 'a', broken: 'bcd', maxAttempts: 2 })
  expect(end).toBe('upstream_failed')
  expect(attempts).toEqual([
    [1, 'a', 'skipped'],
    [2, 'b', 'chosen'],
    [3, 'c', 'chosen'],
  ])
})

test('when everybody has become full nobody has failed, and the caller is told to come again', async () => {
  expect((await opening(['a', 'b'], { full: 'ab' }))[0]).toBe('no_upstream')
})
