import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { adminListProviders } from '../../src/contract/providers.ts'
import { DESCRIPTORS } from '../../src/providers/all.ts'
import { CHAT, idOf, startBetweenTwo, type TwoVendors } from './two-vendors.ts'

const MODELS = ['big', 'small', 'tiny'] as const

let stage: TwoVendors
beforeAll(async () => {
  stage = await startBetweenTwo()
  for (const model of MODELS) await stage.gateway.addModel(model)
  await stage.gateway.addProvider({ slug: 'cheap', vendor: stage.first, models: [...MODELS], priority: 1 })
  await stage.gateway.addProvider({ slug: 'dear', vendor: stage.second, models: [...MODELS], priority: 2 })
})
afterAll(() => stage[Symbol.asyncDispose]())
beforeEach(async () => {
  for (const model of MODELS) stage.first.on(model, {})
  await stage.heal()
})

const busy = (seconds: number) => ({ status: 429, headers: { 'retry-after': String(seconds) } })

async function ask(model: string) {
  const response = await stage.send({ ...CHAT, model })
  await response.text()
  return idOf(response)
}

const waysOf = async (model: string) => waysIn(await ask(model))

/** Who was asked for a model, or why they were not, in the request's own row. */
async function waysIn(request: string) {
  const { attempts } = await stage.gateway.row(request)
  return attempts.map(({ provider, reason, http_status: status }) => `${provider} ${reason ?? status}`)
}

async function cheapCredential() {
  const { items } = await stage.gateway.call(adminListProviders)
  return items.find(({ slug }) => slug === 'cheap')?.credentials[0]
}

test('who hammers one model takes its credential from no other model, however often the vendor refuses it', async () => {
  stage.first.on('big', busy(30))
  expect(await waysOf('big')).toEqual(['cheap 429', 'dear 200'])
  for (let n = 0; n < 3; n += 1) {
    expect(await waysOf('big')).toEqual(['cheap limited', 'dear 200'])
    expect(await waysOf('small')).toEqual(['cheap 200'])
  }
  expect(await cheapCredential()).toMatchObject({ status: 'active', reason: null })
})

test('an account that is limited as a whole is known by the second model that is refused, and by a probe when it is not any more', async () => {
  stage.first.on('big', busy(30))
  stage.first.on('small', busy(3))
  const [big, small, tiny] = [await ask('big'), await ask('small'), await ask('tiny')]
  expect(await waysIn(big)).toEqual(['cheap 429', 'dear 200'])
  expect(await waysIn(small)).toEqual(['cheap 429', 'dear 200'])
  expect(await waysIn(tiny)).toEqual(['cheap cooling', 'dear 200'])
  expect(await cheapCredential()).toMatchObject({ status: 'cooling', reason: 'rate_limit_exceeded' })
  await expect.poll(() => waysOf('tiny'), { timeout: 20_000 }).toEqual(['cheap 200'])
  expect(await cheapCredential()).toMatchObject({ status: 'active', reason: null })
})

test('a vendor that says it limits the account is believed at once', async () => {
  const error = { type: 'rate_limit_reached_error', message: 'Your account request reached organization max RPM: 3' }
  stage.first.on('big', { ...busy(30), body: JSON.stringify({ error }) })
  await waysOf('big')
  expect(await waysOf('small')).toEqual(['cheap cooling', 'dear 200'])
})

test('where a vendor limits a family as one, a 429 of one name is of all, and each row says by whom', async () => {
  const family = ['claude-opus-4-8', 'claude-opus-4-7']
  const preset = DESCRIPTORS.find(({ limitsFamilies }) => limitsFamilies === true)?.id ?? ''
  for (const model of [...family, 'claude-haiku-5-5']) await stage.gateway.addModel(model)
  const models = [...family, 'claude-haiku-5-5']
  await stage.gateway.addProvider({ slug: 'one', vendor: stage.first, models, priority: 1, preset })
  await stage.gateway.addProvider({ slug: 'two', vendor: stage.second, models, priority: 2, preset })
  stage.first.on('claude-opus-4-8', busy(30))
  expect(await waysOf('claude-opus-4-8')).toEqual(['one 429', 'two 200'])
  const served = stage.first.served.length
  const sibling = await ask('claude-opus-4-7')
  expect(await waysIn(sibling)).toEqual(['one limited', 'two 200'])
  expect(stage.first.served).toHaveLength(served)
  const { attempts } = await stage.gateway.row(sibling)
  expect(attempts.map(({ limited_by: by }) => by)).toEqual(['claude-opus-4-8', null])
  expect(await waysOf('claude-haiku-5-5')).toEqual(['one 200'])
})
