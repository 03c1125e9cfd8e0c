import { afterEach, beforeEach, expect, test } from 'vitest'
import type { BodyInputOf } from '../contract/endpoint.ts'
import type { Endpoints } from '../contract/all.ts'
import { HOUR_MS } from '../core/time.ts'
import { newModel } from './models.ts'
import { openWorld, type World } from './testing.ts'

let world: World
let token: string
beforeEach(async () => {
  world = await openWorld()
  token = (await world.session((await world.user('root', { role: 'admin' })).id)).access
})
afterEach(() => world[Symbol.asyncDispose]())

const create = (body: BodyInputOf<Endpoints['adminCreateModel']>) => world.call('adminCreateModel', { token, body })
const patch = (id: string, body: BodyInputOf<Endpoints['adminPatchModel']>) =>
  world.call('adminPatchModel', { token, params: { id }, body })

const PRICE = {
  input: '1.25',
  output: '10',
  cache_read: '0.125',
  per_request: '0.01',
  tiers: [{ above_tokens: 272_000, input: '2.5', output: '20' }],
}

test('a model is created as given, and its price comes back as it went in', async () => {
  const given = {
    id: 'house-model',
    display_name: 'House',
    kind: 'chat',
    context: 1000,
    aliases: ['house'],
    price: PRICE,
  } as const
  const { status, body } = await create({ ...given, aliases: [...given.aliases] })
  expect(status).toBe(201)
  expect(body).toMatchObject(given)
  expect((await world.call('adminGetModel', { token, params: { id: 'house-model' } })).body).toEqual(body)
  expect(world.seen.changed).toBe(1)
})

test('a price of tiers or services alone is refused with its field: it would make every other request free', async () => {
  await create({ id: 'house-model' })
  const tiers = [{ above_tokens: 200_000, input: '2' }]
  const services = [{ service: 'batch' as const, input: '1' }]
  for (const price of [{ tiers }, { services }, {}]) {
    const refused = await patch('house-model', { price })
    expect(refused).toMatchObject({ status: 422, error: { fields: { price: '至少填写一项基础价格' } } })
    expect((await create({ id: 'other', price })).status).toBe(422)
  }
  expect((await patch('house-model', { price: { per_request: '0', tiers, services } })).status).toBe(200)
})

test('what is not given is taken from the built-in catalogue, what is given goes before', async () => {
  const known = world.deps.knownModel('gpt-4o')
  const { body } = await create({ id: 'gpt-4o', context: 5, price: null })
  expect(body).toMatchObject({ display_name: known?.displayName, vendor: known?.vendor, context: 5, price: null })
  expect(body.abilities).toEqual(known?.abilities)
})

test('a model nobody knows has its name and no price', async () => {
  const { body } = await create({ id: 'house-model' })
  expect(body).toMatchObject({ display_name: 'house-model', price: null, enabled: true, aliases: [] })
})

test('a name in use, as a model or as an alias, is a conflict that names the field', async () => {
  await create({ id: 'house-model', aliases: ['house'] })
  for (const [body, field] of [
    [{ id: 'house-model' }, 'id'],
    [{ id: 'house' }, 'id'],
    [{ id: 'other', aliases: ['house'] }, 'aliases'],
  ] as const) {
    const answer = await create({ ...body, aliases: 'aliases' in body ? [...body.aliases] : [] })
    expect([answer.status, answer.error.code]).toEqual([409, 'model_exists'])
    expect(answer.error).toHaveProperty(['fields', field])
  }
})

test('amounts that are none, negative or beyond all prices are refused', async () => {
  for (const input of ['1e3', '-1', '', '1.0000000001', 'NaN']) {
    expect((await create({ id: 'm', price: { input } })).status, input).toBe(422)
  }
  expect((await create({ id: 'm', price: { per_request: '9999999999' } })).status).toBe(422)
  expect((await world.call('adminListModels', { token })).body.items).toEqual([])
})

test('a patch changes what it names, and a price can be taken away', async () => {
  await create({ id: 'house-model', display_name: 'House', price: PRICE })
  expect((await patch('house-model', { context: 7 })).body).toMatchObject({
    context: 7,
    display_name: 'House',
    price: PRICE,
  })
  expect((await patch('house-model', { price: null, enabled: false })).body).toMatchObject({
    price: null,
    enabled: false,
  })
  expect((await patch('no-model', { context: 7 })).status).toBe(404)
})

test('a model whose name holds a slash is found by it', async () => {
  await create({ id: 'vendor/house-model:beta' })
  const { body } = await world.call('adminGetModel', { token, params: { id: 'vendor/house-model:beta' } })
  expect(body.id).toBe('vendor/house-model:beta')
})

test('a model is not named with white space or what nobody sees; one that was long ago is still found by its name', async () => {
  const odd = ['\u00a0', '\u2028', '\u2029', '\u3000', '\u200b', '\u200e', '\u2060', '\ufeff', '\u3164']
  for (const char of odd) {
    const answer = await create({ id: `a${char}b` })
    expect([char, answer.status, JSON.stringify(answer.body)]).toEqual([
      char,
      422,
      expect.stringContaining('不可见字符'),
    ])
    expect((await create({ id: 'ab', aliases: [`a${char}b`] })).status).toBe(422)
  }
  await create({ id: 'ab', aliases: ['模型😀'] })
  await world.store.models.create({ ...newModel('old\u3000name', world.deps), aliases: ['old\u200balias'] })
  expect((await patch('old\u3000name', { vendor: 'Acme' })).body.aliases).toEqual(['old\u200balias'])
  const price = { model: 'old\u3000name', price: PRICE }
  expect((await world.call('adminSetPrice', { token, body: price })).status).toBe(200)
  expect((await world.call('putPreferences', { token, body: { model: 'old\u200balias' } })).status).toBe(200)
})

test('an alias from before the rule for new ones stays while others come and go, and none like it is added', async () => {
  const odd = 'old\u200balias'
  await world.store.models.create({ ...newModel('m', world.deps), aliases: [odd, 'plain'] })
  expect((await patch('m', { aliases: [odd, 'other'] })).body.aliases).toEqual([odd, 'other'])
  const refused = await patch('m', { aliases: [odd, 'new\u200balias'] })
  expect(refused.status).toBe(422)
  expect(refused.error).toHaveProperty(['fields', 'aliases'], '别名不能包含空格、引号或不可见字符：new\u200balias')
  expect((await patch('m', { aliases: [] })).body.aliases).toEqual([])
  expect((await patch('m', { aliases: [odd] })).status).toBe(422)
})

test('a price that begins later is planned with the rest of a change, or nothing is', async () => {
  await create({ id: 'taken' })
  await create({ id: 'm', price: PRICE })
  const effective_from = new Date(world.clock.now() + HOUR_MS).toISOString()
  const later = { price: { ...PRICE, input: '7' }, effective_from }
  const plannedOf = async () => {
    const { items } = (await world.call('adminListPrices', { token, query: { model: 'm' } })).body
    return items.flatMap(({ state, price, effective_from: from }) =>
      state === 'planned' ? [[price?.input, from]] : [],
    )
  }
  const refused = await patch('m', { ...later, aliases: ['taken'] })
  expect([refused.status, await plannedOf()]).toEqual([409, []])
  const accepted = await patch('m', { ...later, vendor: 'Acme' })
  expect([accepted.body.vendor, accepted.body.price?.input, await plannedOf()]).toEqual([
    'Acme',
    PRICE.input,
    [['7', effective_from]],
  ])
  const past = new Date(world.clock.now() - 1).toISOString()
  expect((await patch('m', { price: PRICE, effective_from: past })).error).toHaveProperty(
    ['fields', 'effective_from'],
    '生效时间不能早于现在',
  )
  expect((await patch('m', { vendor: 'Other', effective_from })).error).toHaveProperty(
    ['fields', 'effective_from'],
    '生效时间须与价格一同给出',
  )
  expect([(await patch('m', {})).body.vendor, await plannedOf()]).toEqual(['Acme', [['7', effective_from]]])
})

test('a deleted model is gone', async () => {
  await create({ id: 'house-model' })
  expect((await world.call('adminDeleteModel', { token, params: { id: 'house-model' } })).status).toBe(204)
  expect((await world.call('adminGetModel', { token, params: { id: 'house-model' } })).status).toBe(404)
  expect((await world.call('adminDeleteModel', { token, params: { id: 'house-model' } })).status).toBe(404)
})

test('a price that names one level twice is refused, tried or set', async () => {
  const tiers = [1000, 1000].map((above_tokens, n) => ({ above_tokens, input: String(n) }))
  const services = [1, 2].map((rate) => ({ service: 'flex' as const, input: String(rate) }))
  for (const price of [
    { input: '1', tiers },
    { input: '1', services },
  ]) {
    for (const preview of [true, false]) {
      const answer = await world.call('adminSetPrice', { token, body: { model: 'm', price, preview } })
      expect([answer.status, answer.error.detail]).toEqual([422, '每一档只能出现一次'])
    }
  }
})

test('what the built-in catalogue says is told beside what is set, and of models it knows alone', async () => {
  await create({ id: 'gpt-4o', context: 5, price: { input: '99', tiers: [] } })
  await create({ id: 'house-model' })
  const { body } = await world.call('adminListReferences', { token })
  const known = world.deps.knownModel('gpt-4o')
  expect(body.items).toHaveLength(1)
  expect(body.items[0]).toMatchObject({ model: 'gpt-4o', context: known?.context, max_output: known?.maxOutput })
  expect(body.items[0]?.price?.input).not.toBe('99')
  expect(body.items[0]?.source).toMatch(/@\d{4}-\d\d-\d\d$/)
})
