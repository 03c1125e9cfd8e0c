import { describe, expect, test } from 'vitest'
import type { Engine, Exclusive } from './engine.ts'
import { modelsIn, type NewModel } from './models.ts'
import { engines, TEST_NOW } from './test-store.ts'

function aModel(id: string, over: Partial<NewModel> = {}): NewModel {
  return {
    id,
    displayName: id.toUpperCase(),
    vendor: 'Acme',
    kind: 'chat',
    context: 200_000,
    maxOutput: null,
    abilities: ['tools'],
    aliases: [],
    price: null,
    enabled: true,
    ...over,
  }
}

const PRICE = {
  rates: { input: 1_250_000_000n, output: 10n ** 15n },
  tiers: [
    { aboveTokens: 272_000, rates: { input: 2_500_000_000n } },
    { aboveTokens: 900_000, rates: { input: 5_000_000_000n, requests: 1n } },
  ],
}

describe.each(engines)('models on %s', (_, open) => {
  test('are read back as they were made', async () => {
    await using store = await open()
    const outcome = await store.models.create(aModel('m1', { aliases: ['fast', 'a1'], price: PRICE }))
    const model = await store.models.get('m1')
    expect(outcome).toEqual({ ok: true, value: model })
    expect(model).toMatchObject({
      ...aModel('m1', { aliases: ['a1', 'fast'] }),
      price: PRICE,
      protocols: [],
      providers: { active: 0, total: 0 },
      createdAt: TEST_NOW,
    })
    expect(await store.models.list()).toEqual([model])
    expect(await store.models.get('fast')).toBeUndefined()
  })

  test('have names that no other model has, be they ids or aliases', async () => {
    await using store = await open()
    await store.models.create(aModel('m1', { aliases: ['fast'] }))
    const taken = (about: string) => ({ ok: false, refused: 'name_taken', about })
    expect(await store.models.create(aModel('m1'))).toEqual(taken('m1'))
    expect(await store.models.create(aModel('fast'))).toEqual(taken('fast'))
    expect(await store.models.create(aModel('m2', { aliases: ['x', 'm1'] }))).toEqual(taken('m1'))
    expect(await store.models.create(aModel('m2', { aliases: ['x', 'x'] }))).toEqual(taken('x'))
    expect(await store.models.create(aModel('m2', { aliases: ['m2'] }))).toEqual(taken('m2'))
    expect(await store.models.create(aModel('m2'))).toMatchObject({ ok: true })
    expect(await store.models.patch('m2', { aliases: ['fast'] })).toEqual(taken('fast'))
    expect(await store.models.patch('m1', { aliases: ['fast', 'quick'] })).toMatchObject({ ok: true })
    expect(await store.models.patch('m1', { aliases: [] })).toMatchObject({ ok: true, value: { aliases: [] } })
    expect(await store.models.patch('m2', { aliases: ['fast'] })).toMatchObject({ ok: true })
  })

  test('get a new price version with a new price, and old versions can still be read', async () => {
    await using store = await open()
    await store.models.create(aModel('m1', { price: PRICE }))
    const first = (await store.models.get('m1'))?.price
    await store.models.patch('m1', { price: { rates: { input: 7n }, tiers: [] } })
    const second = (await store.models.get('m1'))?.price
    expect(second).toMatchObject({ rates: { input: 7n }, tiers: [] })
    expect(second?.version).not.toBe(first?.version)
    await store.models.patch('m1', { vendor: 'Other' })
    expect((await store.models.get('m1'))?.price).toEqual(second)
    await store.models.patch('m1', { price: null })
    expect((await store.models.get('m1'))?.price).toBeNull()
    await store.models.remove('m1')
    expect(await store.models.priceOf(first?.version ?? '')).toEqual(first)
    expect(await store.models.priceOf('no-such-version')).toBeUndefined()
  })

  test('refuse a price that does not fit, and change nothing', async () => {
    await using store = await open()
    await store.models.create(aModel('m1', { price: PRICE }))
    const huge = { rates: { input: 10n ** 15n + 1n }, tiers: [] }
    const refusal = { ok: false, refused: 'price_too_large', about: null }
    expect(await store.models.patch('m1', { vendor: 'Other', price: huge })).toEqual(refusal)
    expect(await store.models.create(aModel('m2', { price: huge }))).toEqual(refusal)
    expect(await store.models.get('m1')).toMatchObject({ vendor: 'Acme', price: PRICE })
  })

  test('get their price while nobody else sets prices', async () => {
    await using store = await open()
    const locks: Exclusive[] = []
    const lock: Engine['lock'] = (tx, what) => {
      locks.push(what)
      return store.db.engine.lock(tx, what)
    }
    const models = modelsIn({ ...store.db, engine: { ...store.db.engine, lock } }, store.clock)
    await models.create(aModel('m1', { price: PRICE }))
    expect(locks.splice(0)).toEqual(['name_models', 'set_prices'])
    await models.patch('m1', { price: null, aliases: ['fast'] })
    expect(locks.splice(0)).toEqual(['name_models', 'set_prices'])
    await models.patch('m1', { vendor: 'Other' })
    expect(locks).toEqual([])
  })

  test('that are not there cannot be changed or removed', async () => {
    await using store = await open()
    expect(await store.models.patch('m1', { vendor: 'x', aliases: ['y'] })).toMatchObject({ refused: 'not_found' })
    expect(await store.models.remove('m1')).toBe(false)
    expect(await store.models.list()).toEqual([])
  })

  test('come back without their old price when they are removed and made anew', async () => {
    await using store = await open()
    await store.models.create(aModel('m1', { price: PRICE, aliases: ['fast'] }))
    expect(await store.models.remove('m1')).toBe(true)
    await store.models.create(aModel('m1'))
    expect(await store.models.get('m1')).toMatchObject({ price: null, aliases: [] })
  })
})
