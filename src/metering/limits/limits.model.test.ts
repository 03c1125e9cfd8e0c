import fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { costNanos } from '../../catalog/cost.ts'
import { ONE_MICROS } from '../../core/money.ts'
import { HOUR_MS } from '../../core/time.ts'
import { many, reached } from '../../../test/faults/figures.ts'
import { COMPLETE, toldUsage } from './test-requests.ts'
import { LIMITS, type Running, USERS, World } from './test-world.ts'

/** In the long form of docs/faults.md, M1, a million. */
const STEPS = many(100_000, 1_000_000)
const STEPS_A_LIFE = 120

type Step =
  | { do: 'topup' | 'adjust'; user: 0 | 1; amount: number }
  | { do: 'admit'; user: 0 | 1; input: number; max: number }
  | { do: 'extend'; pick: number; pieces: number }
  | { do: 'settle'; pick: number; told: number }
  | { do: 'void' | 'abort' | 'again' | 'refund'; pick: number }
  | { do: 'make'; user: 0 | 1; input: number; output: number }
  | { do: 'pay'; pick: number; told: number }
  | { do: 'reprice'; price: number }
  | { do: 'tick'; ms: number }
  | { do: 'meter' | 'flush' | 'reload' | 'crash' }

const pick = fc.nat(1000)
const user = fc.constantFrom(0 as const, 1 as const)
const kind = <T extends Step['do']>(...kinds: T[]) => fc.constantFrom(...kinds)

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 2, arbitrary: fc.record({ do: kind('topup'), user, amount: fc.nat(600) }) },
  { weight: 1, arbitrary: fc.record({ do: kind('adjust'), user, amount: fc.integer({ min: -200, max: 200 }) }) },
  {
    weight: 8,
    arbitrary: fc.record({ do: kind('admit'), user, input: fc.nat(40), max: fc.integer({ min: 1, max: 60 }) }),
  },
  // At least as many as are looked at together.
  { weight: 12, arbitrary: fc.record({ do: kind('extend'), pick, pieces: fc.integer({ min: 4, max: 40 }) }) },
  { weight: 5, arbitrary: fc.record({ do: kind('settle'), pick, told: fc.nat(80) }) },
  { weight: 4, arbitrary: fc.record({ do: kind('void', 'abort', 'again', 'refund'), pick }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: kind('make'), user, input: fc.integer({ min: 1, max: 90 }), output: fc.nat(90) }),
  },
  { weight: 2, arbitrary: fc.record({ do: kind('pay'), pick, told: fc.nat(120) }) },
  { weight: 1, arbitrary: fc.record({ do: kind('reprice'), price: fc.integer({ min: 1, max: 5 }) }) },
  { weight: 2, arbitrary: fc.record({ do: kind('tick'), ms: fc.oneof(fc.nat(40_000), fc.nat(8 * HOUR_MS)) }) },
  { weight: 2, arbitrary: fc.record({ do: kind('meter', 'flush', 'reload', 'crash') }) },
)

/** How far each user's money may be overrun: what was taken back or cost more than was held, and one extension. */
const slack = new Map<string, bigint>()
const allow = (id: string, amount: bigint) => slack.set(id, (slack.get(id) ?? 0n) + (amount > 0n ? amount : 0n))

async function play(step: Step, world: World): Promise<void> {
  switch (step.do) {
    case 'topup':
      return credit(world, USERS[step.user], BigInt(step.amount))
    case 'adjust':
      return credit(world, USERS[step.user], BigInt(step.amount))
    case 'admit':
      return world.admit(step.user, step.input, step.max)
    case 'extend':
      return picked(world, step.pick, (one) => world.extend(one, step.pieces))
    case 'settle':
    case 'void':
    case 'abort':
      return picked(world, step.pick, (one) => end(step, one, world))
    case 'again': {
      const one = world.ended[step.pick % world.ended.length]
      if (one) expect(await one.permit.settle({ ...COMPLETE, end: 'gateway_error' })).toBe(one.record)
      return
    }
    case 'refund': {
      const one = world.ended[step.pick % world.ended.length]
      return one && credit(world, one.record.userId, one.record.costNanos)
    }
    case 'make':
      return world.make(step.user, step.input, step.output)
    case 'pay': {
      const { parked } = world.reference
      const made = [...parked.values()][step.pick % parked.size]
      if (made) allow(made.user, (await world.pay(made, step.told)) ?? 0n)
      return
    }
    case 'reprice':
      world.price = BigInt(step.price)
      return
    case 'tick':
      return void vi.setSystemTime(Date.now() + step.ms)
    case 'meter':
    case 'flush':
    case 'reload':
      return world[step.do]()
    case 'crash':
      return crash(world)
    default:
      step satisfies never
  }
}

/** What one read brought beyond what was held is charged after a crash as it is at an end (docs/money.md, limits). */
function crash(world: World): void {
  const open = world.running.map(({ known }) => ({ known, held: known.held.get(`balance ${known.user}`) ?? 0n }))
  world.crash()
  for (const { known, held } of open) allow(known.user, known.cost - held)
}

function picked<T>(world: World, at: number, act: (one: Running) => T): T | undefined {
  const one = world.running[at % world.running.length]
  return one && act(one)
}

function credit(world: World, id: string, amount: bigint): void {
  world.reference.credits.set(id, world.reference.creditOf(id) + amount)
  world.reload()
  allow(id, -amount)
}

async function end(step: Extract<Step, { pick: number }>, one: Running, world: World): Promise<void> {
  const { known, seen } = one
  const held = known.held.get(`balance ${known.user}`) ?? 0n
  if (step.do === 'void') await world.settle(one, { ...COMPLETE, end: 'upstream_error' }, null)
  else if (step.do === 'settle' && !one.cut) {
    seen.usage = toldUsage(known.input, step.told)
    await world.settle(one, { ...COMPLETE, delivered: seen }, step.told)
  } else {
    const how = one.cut ? 'limit' : 'caller_gone'
    await world.settle(one, { ...COMPLETE, end: how, delivered: seen }, Math.max(1, one.delivered))
  }
  allow(known.user, known.cost - held)
}

function check(world: World): void {
  const { reference, limits } = world
  const now = Date.now()
  const rows = world.allRows()
  for (const id of USERS) {
    const own = rows.filter((row) => row.userId === id)
    const spent = own.reduce((sum, { costNanos: cost }) => sum + cost, 0n)
    const held = reference.heldOf(`balance ${id}`)
    const credit = reference.creditOf(id)
    // I1, I2 and I10: what is spent is the sum of the rows, what is held that of open requests, the rest is the balance.
    expect(limits.accountOf(id)).toEqual({ credit, spent, held })
    expect(spent).toBe(reference.spentOf(id))
    // I3
    const grants = reference.requests.filter((one) => one.user === id).map(({ grant }) => grant)
    const bound = (slack.get(id) ?? 0n) + grants.reduce((a, b) => (b > a ? b : a), 0n)
    expect(spent + held).toBeLessThanOrEqual(credit + bound)
  }
  // I2 as the gateway looks for it by itself; time leaps beyond any lease here.
  expect(limits.check()?.invariant ?? 'I6').toBe('I6')
  const states = LIMITS.flatMap(({ subject, subjectId }) => limits.stateOf(subject, subjectId))
  const told = Object.fromEntries(states.map(({ limit, used, held }) => [limit.id, [used, held]]))
  const meant = LIMITS.map((limit) => [limit.id, [reference.usedOf(limit, now), reference.heldBy(limit, now)]])
  expect(told).toEqual(Object.fromEntries(meant))
}

/** I4 and I5: one row a request, and each recomputes from its usage and its price. */
function checkRows(world: World): void {
  const rows = world.allRows()
  expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length)
  for (const { usage, costNanos: cost, priceVersion } of rows) {
    const rate = BigInt(priceVersion ?? 0) * 1_000_000n
    const price = { version: '', rates: { input: rate, output: rate }, tiers: [] }
    expect(cost).toBe(costNanos(usage, price, ONE_MICROS))
    expect(cost).toBeGreaterThanOrEqual(0n)
  }
}

const NAMES = ['admitted', 'refused', 'cut', 'withheld', 'made', 'paid'] as const

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] }))
afterEach(() => void vi.useRealTimers())

const starts = fc.constantFrom('2026-03-08T04:30:00Z', '2026-10-31T22:00:00Z', '2026-11-20T10:00:00Z').map(Date.parse)

test('M1: whatever happens in whatever order, the books agree with a model that keeps no sums', async () => {
  const seen = { admitted: 0, refused: 0, cut: 0, withheld: 0, made: 0, paid: 0 }
  let played = 0
  const life = fc.asyncProperty(
    fc.array(step, { minLength: 1, maxLength: 2 * STEPS_A_LIFE, size: 'max' }),
    starts,
    async (script, start) => {
      vi.setSystemTime(start)
      slack.clear()
      const world = new World()
      for (const one of [{ do: 'topup', user: 0, amount: 500 } as const, ...script]) {
        await play(one, world)
        check(world)
        played += 1
      }
      checkRows(world)
      for (const name of NAMES) seen[name] += world.seen[name]
      vi.clearAllTimers()
    },
  )
  // Lives are of random length, so how many it takes is not known before.
  while (played < STEPS) await fc.assert(life, { numRuns: Math.ceil((STEPS - played) / STEPS_A_LIFE) })
  reached('M1', `${played} steps: ${NAMES.map((name) => `${seen[name]} ${name}`).join(', ')}`)
  // Each of these is more than a rare accident.
  for (const name of NAMES) expect(seen[name], name).toBeGreaterThan(played / 400)
}, 1_800_000)
