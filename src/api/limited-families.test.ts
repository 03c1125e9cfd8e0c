import { afterEach, beforeEach, expect, test } from 'vitest'
import { DESCRIPTORS } from '../providers/all.ts'
import { acmeProvider, openWorld, type World } from './testing.ts'

const SHARING = DESCRIPTORS.find(({ limitsFamilies }) => limitsFamilies === true)?.id
const NAMES = ['claude-opus-4-8', 'claude-opus-4-7', 'claude-haiku-5-5']
const PRICE = { input: '1', output: '2', tiers: [] }

let world: World
let token: string
beforeEach(async () => {
  world = await openWorld()
  token = (await world.session((await world.user('root', { role: 'admin' })).id)).access
  world.deps.routing.credential = () => ({
    status: 'active',
    reason: null,
    until: null,
    inFlight: 0,
    limit: null,
    perMinute: 0,
    limited: [{ model: 'claude-opus-4-8', until: world.clock.now() + 30_000 }],
  })
})
afterEach(() => world[Symbol.asyncDispose]())

async function provide(preset: string | undefined) {
  const body = acmeProvider({ ...(preset && { preset }), routes: NAMES.map((model) => ({ model })) })
  const made = (await world.call('adminCreateProvider', { token, body })).body
  for (const id of NAMES) await world.call('adminPatchModel', { token, params: { id }, body: { price: PRICE } })
  return made
}

const broken = async () =>
  (await world.call('listModels', { token })).body.items.filter(({ status }) => status === 'broken').map(({ id }) => id)

test('where a vendor limits a family as one, all of its names rest while one was refused', async () => {
  const { health } = await provide(SHARING)
  expect(health.credentials[0]?.limited.map(({ model }) => model)).toEqual(['claude-opus-4-8', 'claude-opus-4-7'])
  expect((await broken()).toSorted()).toEqual(['claude-opus-4-7', 'claude-opus-4-8'])
})

test('elsewhere the name that was refused rests alone', async () => {
  const { health } = await provide(undefined)
  expect(health.credentials[0]?.limited.map(({ model }) => model)).toEqual(['claude-opus-4-8'])
  expect(await broken()).toEqual(['claude-opus-4-8'])
})
