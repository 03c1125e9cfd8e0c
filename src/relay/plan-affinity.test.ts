import { expect, test } from 'vitest'
import type { TargetEntry } from '../core/directory.ts'
import { HOUR_MS, MINUTE_MS } from '../core/time.ts'
import { openaiChat } from '../protocols/openai-chat/openai-chat.ts'
import { createDirectory } from './directory.ts'
import { plan } from './plan.ts'
import { createRouting } from './routing/routing.ts'
import { ASKING, aTarget, CALLER, MODEL, POLICY, testClock } from './routing/test-targets.ts'

/** The turns of one conversation with whom some targets offer. */
function conversation(targets: TargetEntry[]) {
  const directory = createDirectory()
  directory.replace({ keys: [], models: [MODEL], targets, limits: [], accounts: [], limitUse: [] })
  const clock = testClock()
  const options = { clock, translates: () => false, saved: () => undefined, admitsTarget: () => null }
  const routing = createRouting({ ...options, policy: () => POLICY })
  const turn = openaiChat.read({ path: '', query: new URLSearchParams(), body: Buffer.from('{"model":"m"}') })
  const headers = { 'session-id': 's1' }
  const planned = () =>
    plan(
      { caller: CALLER, protocol: openaiChat, turn, headers, at: clock.now() },
      { ...routing, directory, dice: () => 0.5 },
    )
  return {
    clock,
    /** Takes all that a target bears, until it is disposed of. */
    fill(target: TargetEntry) {
      const lease = routing.health.lease({ target, protocol: 'openai-chat' }, ASKING)
      if ('reason' in lease) throw new Error(lease.reason)
      return lease
    },
    /** Plans a turn and lets the first candidate answer it; says who that was. */
    turn() {
      const { candidates, conversation: known } = planned()
      const [first] = candidates
      if (first && known !== null) routing.affinity.stick(known, first)
      return first?.target.provider.id
    },
  }
}

const narrow = { maxConcurrency: 1 }

test('a conversation whose own is full for a moment is answered by another, and comes back to its own', () => {
  const own = aTarget('own', { endpoint: narrow })
  const here = conversation([own, aTarget('other')])
  expect(here.turn()).toBe('own')
  const busy = here.fill(own)
  expect([here.turn(), here.turn()]).toEqual(['other', 'other'])
  busy[Symbol.dispose]()
  expect(here.turn()).toBe('own')
})

test('its own is not waited for longer than a conversation stays anywhere', () => {
  const own = aTarget('own', { endpoint: narrow })
  const here = conversation([own, aTarget('other')])
  expect(here.turn()).toBe('own')
  const busy = here.fill(own)
  here.clock.pass(HOUR_MS - MINUTE_MS)
  expect(here.turn()).toBe('other')
  here.clock.pass(2 * MINUTE_MS)
  expect(here.turn()).toBe('other')
  busy[Symbol.dispose]()
  expect(here.turn()).toBe('other')
})

test('who stayed with a worse tier moves on as soon as a better one answers, whether its own is full or not', () => {
  const better = aTarget('better', { endpoint: narrow })
  const own = aTarget('own', { priority: 2, endpoint: narrow })
  const here = conversation([better, own])
  const first = here.fill(better)
  expect(here.turn()).toBe('own')
  first[Symbol.dispose]()
  const second = here.fill(own)
  expect(here.turn()).toBe('better')
  second[Symbol.dispose]()
  const third = here.fill(better)
  expect(here.turn()).toBe('own')
  third[Symbol.dispose]()
  expect(here.turn()).toBe('better')
})
