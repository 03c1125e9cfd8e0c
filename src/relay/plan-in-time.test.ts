import { expect, test } from 'vitest'
import type { TargetEntry } from '../core/directory.ts'
import { MINUTE_MS } from '../core/time.ts'
import { openaiChat } from '../protocols/openai-chat/openai-chat.ts'
import { createDirectory } from './directory.ts'
import { plan } from './plan.ts'
import type { HealthOptions } from './routing/health.ts'
import { createRouting } from './routing/routing.ts'
import { aTarget, CALLER, MODEL, POLICY, testClock } from './routing/test-targets.ts'

/** The plans of some targets under `lowest_latency`, as time goes by. */
function world(targets: TargetEntry[], admitsTarget: HealthOptions['admitsTarget'] = () => null) {
  const directory = createDirectory()
  const models = [{ ...MODEL, strategy: 'lowest_latency' as const }]
  directory.replace({ keys: [], models, targets, limits: [], accounts: [], limitUse: [] })
  const clock = testClock()
  const options = { clock, translates: () => false, saved: () => undefined, admitsTarget }
  const routing = createRouting({ ...options, policy: () => POLICY })
  const turn = openaiChat.read({ path: '', query: new URLSearchParams(), body: Buffer.from('{"model":"m"}') })
  const planned = () =>
    plan(
      { caller: CALLER, protocol: openaiChat, turn, headers: {}, at: clock.now() },
      { ...routing, directory, dice: () => 0.5 },
    )
  return {
    clock,
    routing,
    order: () => planned().candidates.map(({ target }) => target.provider.id),
    fates: () => planned().skips.map(({ target, reason }) => [target.provider.id, reason]),
    refusal: () => planned().refusal(),
  }
}

test('under `lowest_latency` one request asks who was slow once and has not been measured for ten minutes', () => {
  const { order, routing, clock } = world([aTarget('a'), aTarget('b')])
  const measure = (name: string, ms: number) =>
    routing.latencies.add({ endpointId: `${name}-endpoint`, model: 'm', stream: false }, ms)
  measure('b', 20_000)
  for (let n = 0; n < 20; n += 1) measure('a', 900)
  clock.pass(10 * MINUTE_MS - 1)
  expect(order()).toEqual(['a', 'b'])
  clock.pass(1)
  expect(order()).toEqual(['b', 'a'])
  expect(order()).toEqual(['a', 'b'])
  measure('b', 300)
  expect(order()).toEqual(['b', 'a'])
})

test.each([
  ['the end of its window', 17_500, 18],
  ['a minute at most', 20 * 24 * 3_600_000, 60],
  ['a minute where it never ends', Infinity, 60],
  ['a second where only too many run at once', null, 1],
])('while a provider’s limit is used up the caller is told to wait for %s', (_name, leftMs, seconds) => {
  const reason = leftMs === null ? 'concurrency' : 'rate'
  const until = leftMs === null ? null : testClock().now() + leftMs
  const { refusal, fates } = world([aTarget('a')], () => ({ reason, until }))
  expect(fates()).toEqual([['a', reason]])
  expect(refusal()).toMatchObject({ code: 'no_upstream', details: { seconds } })
})
