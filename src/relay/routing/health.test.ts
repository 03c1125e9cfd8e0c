import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { TargetEntry } from '../../core/directory.ts'
import { MINUTE_MS, SECOND_MS } from '../../core/time.ts'
import type { Lease, Lesson } from './health.ts'
import { openHealth } from './test-health.ts'
import { ASKING, aTarget, POLICY } from './test-targets.ts'

const WELL: Lesson = { kind: 'well' }
const FAILING: Lesson = { kind: 'failing' }
const ailing = (status: 'cooling' | 'invalid' | 'exhausted', restMs: number | null = null): Lesson => ({
  kind: 'ailing',
  status,
  reason: 'word',
  restMs,
})

function world() {
  const opened = openHealth()
  const { health } = opened
  return {
    ...opened,
    inFlight: (target: TargetEntry) => [
      health.credential(target.credential.id)?.inFlight,
      health.endpoint(target.endpoint.id)?.inFlight,
    ],
  }
}

const a = aTarget('a')
const b = aTarget('b')

test('one bad key rests and never darkens the pool: the other goes on', () => {
  const { ask, look } = world()
  const second = aTarget('a', { credential: { id: 'second' } })
  ask(a, ailing('invalid'))
  expect([look(a), look(second)]).toEqual(['invalid', null])
})

test.each([
  ['a wait that was asked for is kept to', 20 * SECOND_MS, 20 * SECOND_MS],
  ['without one the first rest is a second', null, SECOND_MS],
  ['a day is believed for a minute', 24 * 60 * MINUTE_MS, MINUTE_MS],
])('too many requests: %s, and then one request tries', (_name, askedMs, restMs) => {
  const { ask, look, clock, lease } = world()
  ask(a, ailing('cooling', askedMs))
  clock.pass(restMs - 1)
  expect(look(a)).toBe('cooling')
  clock.pass(1)
  expect(look(a)).toBeNull()
  using probe = lease(a)
  expect(look(a)).toBe('cooling')
  probe.learn(WELL)
  expect(look(a)).toBeNull()
})

test('rests in a row grow to a minute for too many requests and to half an hour for a bad key, and none lasts for ever', () => {
  const { ask, look, clock } = world()
  const restOf = (status: 'cooling' | 'invalid') => {
    ask(a, ailing(status))
    let ms = 0
    for (; look(a) !== null; ms += SECOND_MS) clock.pass(SECOND_MS)
    return ms / SECOND_MS
  }
  expect(Array.from({ length: 8 }, () => restOf('cooling'))).toEqual([1, 2, 4, 8, 16, 32, 60, 60])
  expect(Array.from({ length: 7 }, () => restOf('invalid') / 60)).toEqual([1, 2, 4, 8, 16, 30, 30])
  ask(a, WELL)
  expect(restOf('cooling')).toBe(1)
})

test('a probe that ends without a word gives its right back', () => {
  const { ask, look, clock, lease } = world()
  ask(a, ailing('cooling'))
  clock.pass(SECOND_MS)
  const probe = lease(a)
  expect(look(a)).toBe('cooling')
  probe[Symbol.dispose]()
  expect(look(a)).toBeNull()
})

test('news of requests that were sent before a rest began neither ends it nor makes it longer', () => {
  const { lease, look, health, clock } = world()
  using one = lease(a)
  using two = lease(a)
  using three = lease(a)
  one.learn(ailing('cooling', 10_000))
  two.learn(ailing('cooling'))
  three.learn(WELL)
  clock.pass(9_999)
  expect(look(a)).toBe('cooling')
  expect(health.credential('a-credential')?.limit).toBe(1)
})

test('a refusal halves what may run at once, and each round of successes lets one more', () => {
  const { lease, ask, health, look, clock } = world()
  const limit = () => health.credential('a-credential')?.limit
  const held = Array.from({ length: 8 }, () => lease(a))
  expect(limit()).toBeNull()
  held[0]?.learn(ailing('cooling'))
  expect(limit()).toBe(4)
  for (const one of held) one[Symbol.dispose]()
  clock.pass(SECOND_MS)
  ask(a, WELL, 4)
  expect(limit()).toBe(5)
  const again = Array.from({ length: 5 }, () => lease(a))
  expect(look(a)).toBe('concurrency')
  for (const one of again) one[Symbol.dispose]()
  ask(a, ailing('cooling'))
  clock.pass(SECOND_MS)
  ask(a, ailing('cooling'))
  expect(limit()).toBe(1)
})

test('an endpoint takes no more at once than its operator says, whoever asks', () => {
  const { lease, look } = world()
  const narrow = (name: string) => aTarget('a', { endpoint: { maxConcurrency: 2 }, credential: { id: name } })
  using _one = lease(narrow('one'))
  const two = lease(narrow('two'))
  expect(look(narrow('three'))).toBe('concurrency')
  two[Symbol.dispose]()
  expect(look(narrow('three'))).toBeNull()
})

test('a breaker opens after five failures in a row, lets one probe through after five seconds, and closes when it goes well', () => {
  const { ask, look, clock, lease, health } = world()
  ask(a, FAILING, 4)
  ask(a, WELL)
  ask(a, FAILING, 4)
  expect(look(a)).toBeNull()
  ask(a, FAILING)
  expect([look(a), look(b), health.endpoint('a-endpoint')?.breaker]).toEqual(['breaker', null, 'open'])
  clock.pass(5 * SECOND_MS)
  expect(health.endpoint('a-endpoint')?.breaker).toBe('half_open')
  using probe = lease(a)
  expect(look(a)).toBe('breaker')
  probe.learn(WELL)
  expect([look(a), health.endpoint('a-endpoint')?.breaker]).toEqual([null, 'closed'])
})

test('it opens too when half of twenty calls in thirty seconds fail, and not for failures of long ago', () => {
  const { ask, look, clock } = world()
  const half = () => {
    ask(a, FAILING)
    ask(a, WELL)
  }
  for (let n = 0; n < 9; n += 1) half()
  clock.pass(31 * SECOND_MS)
  for (let n = 0; n < 9; n += 1) half()
  expect(look(a)).toBeNull()
  half()
  ask(a, FAILING)
  expect(look(a)).toBe('breaker')
})

test('a breaker whose probe fails, or that fails again soon after, stays open twice as long, up to a minute', () => {
  const { ask, look, clock } = world()
  ask(a, FAILING, 5)
  const rests: number[] = []
  for (let round = 0; round < 6; round += 1) {
    let ms = 0
    for (; look(a) !== null; ms += SECOND_MS) clock.pass(SECOND_MS)
    rests.push(ms / SECOND_MS)
    // Every other time the probe goes well and the call after it fails.
    if (round % 2 === 1) ask(a, WELL)
    ask(a, FAILING)
  }
  expect(rests).toEqual([5, 10, 20, 40, 60, 60])
})

test('as a last resort an open breaker is passed, and its failures do not make the rest longer', () => {
  const { ask, look, clock, lease } = world()
  ask(a, FAILING, 5)
  using desperate = lease(a, true)
  desperate.learn(FAILING)
  clock.pass(5 * SECOND_MS)
  expect(look(a)).toBeNull()
})

test('findings are told as they come, and taken over by the next process', () => {
  const before = world()
  before.ask(a, ailing('exhausted'))
  const [id, found] = before.saved[0] ?? []
  expect([id, found?.status, found?.until]).toEqual(['a-credential', 'exhausted', before.clock.now() + MINUTE_MS])
  const after = world()
  after.clock.pass(20 * SECOND_MS)
  const target = aTarget('a', found ? { credential: { found } } : {})
  after.health.follow([target])
  expect(after.look(target)).toBe('exhausted')
  after.clock.pass(40 * SECOND_MS)
  expect(after.look(target)).toBeNull()
  after.ask(target, WELL)
  expect(after.saved).toEqual([['a-credential', { status: 'active', reason: null, until: null }]])
})

test('a clock that was wrong when a rest was written keeps nobody away for longer than a rest can last', () => {
  const { look, clock } = world()
  const far = aTarget('a', { credential: { found: { status: 'cooling', reason: null, until: 9e15 } } })
  expect(look(far)).toBe('cooling')
  clock.pass(MINUTE_MS)
  expect(look(far)).toBeNull()
})

test('a new directory changes nothing, but a new secret, a new address or the operator’s word begins anew', () => {
  const { ask, look, health } = world()
  ask(a, ailing('invalid'))
  ask(b, FAILING, 5)
  health.follow([a, b])
  expect([look(a), look(b)]).toEqual(['invalid', 'breaker'])
  const fresh = aTarget('a', { credential: { secret: 'another' } })
  const moved = aTarget('b', { endpoint: { baseUrl: 'https://b.example/v1' } })
  health.follow([fresh, moved])
  expect([look(fresh), look(moved)]).toEqual([null, null])
  ask(fresh, ailing('invalid'))
  ask(moved, FAILING, 5)
  health.recover({ kind: 'credential', id: 'a-credential' })
  health.recover({ kind: 'endpoint', id: 'b-endpoint' })
  expect([look(fresh), look(moved)]).toEqual([null, null])
})

test('slots and probes never leak, whatever requests end with', () => {
  const other = aTarget('a', { upstreamName: 'other' })
  const lesson = fc.constantFrom<Lesson | null>(
    WELL,
    FAILING,
    { kind: 'nothing' },
    { kind: 'absent' },
    { kind: 'limited', reason: 'word', restMs: null },
    ailing('cooling'),
    ailing('invalid'),
    null,
  )
  const step = fc.oneof(
    fc.record({ kind: fc.constant('open' as const), target: fc.constantFrom(a, other, b), lastResort: fc.boolean() }),
    fc.record({ kind: fc.constant('close' as const), at: fc.nat(20), lesson, twice: fc.boolean() }),
    fc.record({ kind: fc.constant('pass' as const), ms: fc.integer({ min: 1, max: 120_000 }) }),
    fc.record({ kind: fc.constant('follow' as const), secret: fc.constantFrom('s', 't') }),
  )
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const { health, clock, inFlight, look } = world()
      const open: { lease: Lease; target: TargetEntry }[] = []
      const close = (at: number, told: Lesson | null, twice: boolean) => {
        const [found] = open.splice(at % Math.max(open.length, 1), 1)
        if (told) found?.lease.learn(told)
        found?.lease[Symbol.dispose]()
        if (twice) found?.lease[Symbol.dispose]()
      }
      for (const it of steps) {
        if (it.kind === 'pass') clock.pass(it.ms)
        else if (it.kind === 'follow') health.follow([aTarget('a', { credential: { secret: it.secret } }), b])
        else if (it.kind === 'close') close(it.at, it.lesson, it.twice)
        else {
          const lease = health.lease({ target: it.target, protocol: 'openai-chat' }, { ...ASKING, ...it })
          if (!('reason' in lease)) open.push({ lease, target: it.target })
        }
        for (const target of [a, b]) {
          const running = open.filter((one) => one.target.credential.id === target.credential.id).length
          if (health.credential(target.credential.id)) expect(inFlight(target)).toEqual([running, running])
        }
      }
      while (open.length > 0) close(0, null, false)
      clock.pass(31 * MINUTE_MS)
      expect([look(a), look(other), look(b)]).toEqual([null, null, null])
    }),
  )
})

test('answers that break off open the breaker too, however well each began', () => {
  const { ask, lease, look } = world()
  for (let n = 0; n < POLICY.breaker.inARow; n += 1) {
    ask(b, WELL)
    expect(look(b)).toBeNull()
    using held = lease(b)
    held.learn(WELL)
    held.learn({ kind: 'broken' })
  }
  expect(look(b)).toBe('breaker')
})
