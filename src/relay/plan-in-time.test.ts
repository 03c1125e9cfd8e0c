import { expect, test } from 'vitest'
import type { TargetEntry } from '../core/directory.ts'
import { openaiChat } from '../protocols/openai-chat/openai-chat.ts'
import { createDirectory } from './directory.ts'
import { plan } from './plan.ts'
import type { HealthOptions } from './routing/health.ts'
import { createRouting } from './routing/routing.ts'
import { aTarget, CALLER, MODEL, POLICY, testClock } from './routing/test-targets.ts'

/** The plans of some targets. */
function world(targets: TargetEntry[], admitsTarget: HealthOptions['admitsTarget'] = () => null) {
  const directory = createDirectory()
  directory.replace({ keys: [], models: [MODEL], targets, limits: [], accounts: [], limitUse: [] })
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
    fates: () => planned().skips.map(({ target, reason }) => [target.provider.id, reason]),
    refusal: () => planned().refusal(),
  }
}

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
