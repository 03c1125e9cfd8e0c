import { describe, expect, test } from 'vitest'
import { newId } from '../core/ids.ts'
import { DAY_MS, HOUR_MS } from '../core/time.ts'
import { NO_USAGE } from '../core/usage.ts'
import { modelsForNothing } from './alerts.ts'
import { planOf } from './test-plan.ts'
import { addUser, aRequest } from './test-records.ts'
import { engines, TEST_NOW } from './test-store.ts'

const IN_ORDER_OF_TIME = {
  sqlite: /SEARCH request USING INDEX request_by_at_id \(at>\?\)/,
  postgres: /Index Cond: \(at >= /,
}

describe.each(engines)('alerts on %s', (_, open) => {
  test('look for what was answered for nothing among the requests of the time alone', async () => {
    await using store = await open()
    const { kysely, engine } = store.db
    expect(String(await planOf(store.db, modelsForNothing(kysely, TEST_NOW)))).toMatch(IN_ORDER_OF_TIME[engine.kind])
  })

  test('count as told when every channel failed, so that the pause holds between the tries', async () => {
    await using store = await open()
    const alert = await store.alerts.fire({ rule: 'disk_low', subject: 'data', facts: { percent: 3 } }, false)
    expect(await store.alerts.lastNotified('disk_low', 'data')).toBeNull()
    const failed = { channel: 'c', at: TEST_NOW, state: 'fired', ok: false, problem: 'econnrefused' } as const
    await store.alerts.delivered(alert?.id ?? '', [failed])
    expect(await store.alerts.lastNotified('disk_low', 'data')).toBe(TEST_NOW)
    expect(await store.alerts.open()).toMatchObject([{ notifiedAt: TEST_NOW, deliveries: [failed] }])
  })

  test('that are written down later are as they were, and once', async () => {
    await using store = await open()
    const disk = { rule: 'disk_low', subject: 'data', facts: { percent: 3 } } as const
    const begun = { id: newId(TEST_NOW - HOUR_MS), at: TEST_NOW - HOUR_MS }
    expect(await store.alerts.fire(disk, false, begun)).toMatchObject({ id: begun.id, firedAt: begun.at })
    expect(await store.alerts.fire(disk, false, begun)).toBeNull()
    await store.alerts.resolve(begun.id, TEST_NOW - 1)
    expect(await store.alerts.fire(disk, false, begun)).toBeNull()
    expect((await store.alerts.list({ limit: 9 })).items).toMatchObject([
      { id: begun.id, firedAt: begun.at, resolvedAt: TEST_NOW - 1 },
    ])
  })

  test('are of whoever took their beginning', async () => {
    await using store = await open()
    const alert = await store.alerts.fire({ rule: 'disk_low', subject: 'data', facts: { percent: 3 } }, false)
    const id = alert?.id ?? ''
    const one = { at: TEST_NOW, state: 'fired', ok: true, problem: null } as const
    await store.alerts.delivered(id, [
      { ...one, channel: 'took' },
      { ...one, channel: 'failed', ok: false, problem: 'econnrefused' },
      { ...one, channel: 'later', state: 'resolved' },
    ])
    const taken = await Promise.all(
      ['took', 'failed', 'later', 'never'].map((channel) => store.alerts.wasTakenBy(channel, id)),
    )
    expect(taken).toEqual([true, false, false, false])
    expect(await store.alerts.wasTakenBy('took', 'none')).toBe(false)
  })

  test('keep of a channel that is dead its last try and how many there were, however long they last', async () => {
    await using store = await open()
    const alert = await store.alerts.fire({ rule: 'disk_low', subject: 'data', facts: { percent: 3 } }, false)
    const id = alert?.id ?? ''
    const tell = (channel: string, at: number, ok = false) =>
      store.alerts.delivered(id, [{ channel, at, state: 'fired', ok, problem: ok ? null : 'econnrefused' }])
    for (let n = 0; n < 50; n += 1) await tell('dead', TEST_NOW + n)
    await tell('well', TEST_NOW, true)
    await tell('late', TEST_NOW)
    await tell('late', TEST_NOW + 9, true)
    await store.alerts.delivered(id, [
      { channel: 'well', at: TEST_NOW + 60, state: 'resolved', ok: true, problem: null },
    ])
    const [kept] = await store.alerts.open()
    expect(kept?.notifiedAt).toBe(TEST_NOW + 49)
    expect(kept?.deliveries.map(({ channel, at, ok, tries }) => [channel, at - TEST_NOW, ok, tries])).toEqual([
      ['dead', 49, false, 50],
      ['well', 0, true, 1],
      ['late', 9, true, 2],
      ['well', 60, true, 1],
    ])
  })

  test('that have ended are found by when they did, where they had been told of', async () => {
    await using store = await open()
    const fire = async (subject: string, over = false) => {
      const alert = await store.alerts.fire({ rule: 'disk_low', subject, facts: {} }, over)
      const told = { channel: 'c', at: TEST_NOW, state: 'fired', ok: true, problem: null } as const
      if (subject !== 'untold') await store.alerts.delivered(alert?.id ?? '', [told])
      return alert?.id ?? ''
    }
    const ids = [await fire('early'), await fire('one'), await fire('two'), await fire('untold')]
    await fire('open')
    await fire('happened', true)
    for (const [n, id] of ids.entries()) {
      store.clock.set(TEST_NOW + HOUR_MS * (n + 1))
      await store.alerts.resolve(id)
    }
    const ended = await store.alerts.endedSince(TEST_NOW + 2 * HOUR_MS)
    expect(ended.map(({ subject }) => subject)).toEqual(['two', 'one'])
  })

  test('that were told by a clock that was ahead bring no pause when it is right again', async () => {
    await using store = await open()
    const disk = { rule: 'disk_low', subject: 'data', facts: { percent: 3 } } as const
    for (const at of [TEST_NOW, TEST_NOW + DAY_MS]) {
      store.clock.set(at)
      const alert = await store.alerts.fire(disk, true)
      const told = { channel: 'c', at, state: 'fired', ok: true, problem: null } as const
      await store.alerts.delivered(alert?.id ?? '', [told])
    }
    store.clock.set(TEST_NOW + HOUR_MS)
    expect(await store.alerts.lastNotified('disk_low', 'data')).toBe(TEST_NOW)
  })
})

describe.each(engines)('low balances on %s', (_, open) => {
  test('are told of until they are over, however many users are poorer meanwhile', async () => {
    await using store = await open()
    const paid = { kind: 'topup', actorId: 'root', reason: '', requestId: null } as const
    const pay = (userId: string, amountNanos: bigint) =>
      store.accounts.book({ ...paid, id: userId, userId, amountNanos, idempotencyKey: userId })
    const poor = async (userId: string, balance: bigint) => {
      await addUser(store, userId)
      await store.userAdmin.change(userId, { billing: 'prepaid' })
      await pay(userId, balance)
    }
    for (let n = 0; n < 100; n += 1) await poor(`u${n}`, 1000n + BigInt(n))
    const told = await store.alerts.lowBalances(10_000n)
    expect(told).toHaveLength(100)
    for (const { userId } of told) await store.alerts.fire({ rule: 'balance_low', subject: userId, facts: {} }, false)
    await poor('poorest', 1n)
    const low = async () => (await store.alerts.lowBalances(10_000n)).map(({ userId }) => userId)
    expect((await low()).toSorted()).toEqual(told.map(({ userId }) => userId).toSorted())
    const [richer] = (await store.alerts.open()).filter(({ subject }) => subject === 'u99')
    await store.alerts.resolve(richer?.id ?? '')
    expect(await low()).toContain('poorest')
  })
})

const MODEL = {
  displayName: 'M',
  vendor: '',
  kind: 'chat',
  context: null,
  maxOutput: null,
  abilities: [],
  aliases: [],
  enabled: true,
} as const

describe.each(engines)('answers for nothing, on %s', (_, open) => {
  test('are told of where the model has a price and there was something to pay for', async () => {
    await using store = await open()
    await addUser(store)
    const rates = { input: 2_000_000n }
    await store.models.create({ ...MODEL, id: 'paid', price: { rates, tiers: [] } })
    await store.models.create({ ...MODEL, id: 'gift', price: { rates: { input: 0n }, tiers: [] } })
    const of = async (model: string) => {
      const priceVersion = (await store.models.get(model))?.price?.version ?? ''
      return { model, priceVersion, costNanos: 0n, usage: NO_USAGE }
    }
    const [paid, gift] = [await of('paid'), await of('gift')]
    await store.requests.insertSettled([
      aRequest({ ...paid, usageSource: 'none' }),
      aRequest({ ...paid, usageSource: 'upstream' }),
      // A question for a number of tokens, a failure, a request that cost something, one for nobody’s money, and an old one.
      aRequest({ ...paid, usageSource: 'none', protocolIn: 'anthropic-count-tokens' }),
      aRequest({ ...paid, usageSource: 'none', status: 'failed' }),
      aRequest({ ...paid, costNanos: 5n }),
      aRequest({ ...paid, multiplierMicros: 0n }),
      aRequest({ ...paid, usageSource: 'none', at: TEST_NOW - 1000 }),
      aRequest({ ...gift, usageSource: 'none' }),
      aRequest({ ...paid, priceVersion: 'unpriced' }),
    ])
    expect(await store.alerts.freeSince(TEST_NOW)).toEqual([{ model: 'paid', requests: 2 }])
  })
})
