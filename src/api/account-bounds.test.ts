import { afterEach, beforeEach, expect, test } from 'vitest'
import type { SimulationRequest } from '../core/simulation.ts'
import { nothingSimulated } from './test-simulation.ts'
import { signedIn } from './test-signed-in.ts'
import { acmeProvider, openWorld, type World } from './testing.ts'

let world: World
let token: string
let ada: { id: string; token: string }
let acme: string
beforeEach(async () => {
  world = await openWorld()
  token = (await signedIn(world, 'root', 'admin')).token
  ada = await signedIn(world, 'ada')
  for (const id of ['big', 'small']) {
    const price = { input: '1', output: '2' }
    await world.call('adminCreateModel', { token, body: { id, aliases: [`${id}-latest`], price } })
  }
  acme = await addProvider('acme', ['big', 'small'])
  await addProvider('other', ['big'])
})
afterEach(() => world[Symbol.asyncDispose]())

async function addProvider(slug: string, models: string[]): Promise<string> {
  const routes = models.map((model) => ({ model, upstream_name: model }))
  return (await world.call('adminCreateProvider', { token, body: acmeProvider({ slug, name: slug, routes }) })).body.id
}

const patch = (body: object) => world.call('adminPatchUser', { token, params: { id: ada.id }, body })
const me = async () => (await world.call('getMe', { token: ada.token })).body
const offered = async () => {
  const { items } = (await world.call('listModels', { token: ada.token })).body
  return items.map(({ id, providers }) => `${id} by ${providers.map(({ name }) => name).join(', ')}`).toSorted()
}

test('an account is bounded to models by their catalogue names, providers and addresses, which its rows tell', async () => {
  const fresh = await patch({})
  expect(fresh.body).toMatchObject({ allow_models: null, deny_models: [], allow_providers: null, allow_ips: null })
  const asked = { allow_models: ['big-latest'], allow_providers: [acme], allow_ips: ['10.24.0.0/16'] }
  const changed = world.seen.changed
  const { body } = await patch(asked)
  const kept = { ...asked, allow_models: ['big'], deny_models: [] }
  expect(body).toMatchObject(kept)
  expect(world.seen.changed).toBe(changed + 1)
  expect((await world.call('adminGetUser', { token, params: { id: ada.id } })).body).toMatchObject(kept)
  const audit = world.rows('audit').at(-1)
  expect(audit).toMatchObject({ action: 'user.changed', target_id: ada.id })
  expect(JSON.parse(String(audit?.['before']))).toEqual({ allow_models: null, allow_providers: null, allow_ips: null })
  expect(JSON.parse(String(audit?.['after']))).toEqual({ ...asked, allow_models: ['big'] })
  expect(JSON.parse(String(world.rows('activity').at(-1)?.['details']))).toEqual({
    by: 'admin',
    fields: 'allow_models, allow_providers, allow_ips',
  })
  expect((await patch({ note: 'n' })).body).toMatchObject(kept)
  expect((await patch({ allow_models: null, allow_providers: null, allow_ips: null })).body).toMatchObject({
    allow_models: null,
    allow_providers: null,
    allow_ips: null,
  })
})

test('a new account may be bounded from the start', async () => {
  const bounds = { deny_models: ['small'], allow_providers: [acme], allow_ips: ['2001:db8::/32'] }
  const body = { email: 'bob@example.com', name: 'Bob', ...bounds }
  expect((await world.call('adminCreateUser', { token, body })).body).toMatchObject({ ...bounds, allow_models: null })
})

test.each([
  ['allow_models', { allow_models: ['huge'] }, 'There are no such models: huge'],
  ['allow_models', { allow_models: [] }, 'At least 1 entries'],
  ['deny_models', { deny_models: ['huge'] }, 'There are no such models: huge'],
  [
    'deny_models',
    { allow_models: ['big'], deny_models: ['small'] },
    'Models can be left out only where all are allowed',
  ],
  ['allow_providers', { allow_providers: ['nobody'] }, 'There are no such providers: nobody'],
  ['allow_ips', { allow_ips: ['10.0.0.0/99'] }, 'This is not valid'],
])('a bad value of %s is refused by its name', async (field, body, problem) => {
  for (const status of [
    await world.call('adminPatchUser', { token, params: { id: ada.id }, body, headers: { 'accept-language': 'en' } }),
    await world.call('adminCreateUser', {
      token,
      body: { email: 'bob@example.com', name: 'Bob', ...body },
      headers: { 'accept-language': 'en' },
    }),
  ]) {
    expect(status.status).toBe(422)
    const [at, said] = Object.entries((status.body as unknown as { fields: Record<string, string> }).fields)[0] ?? []
    expect([at?.split('.')[0], said]).toEqual([field, problem])
  }
})

test('models that are left out are told apart from those that are allowed, whichever was there before', async () => {
  await patch({ allow_models: ['big'] })
  expect((await patch({ deny_models: ['small'] })).status).toBe(422)
  expect((await patch({ allow_models: null, deny_models: ['small'] })).body).toMatchObject({ deny_models: ['small'] })
  expect((await patch({ allow_models: ['big'] })).status).toBe(422)
  expect((await patch({ allow_models: ['big'], deny_models: [] })).body).toMatchObject({ allow_models: ['big'] })
})

test('its owner is offered and told what they may use, of providers only where these are told', async () => {
  expect(await offered()).toEqual(['big by acme, other', 'small by acme'])
  expect(await me()).toMatchObject({ allow_models: null, allow_ips: null })
  await patch({ deny_models: ['big'] })
  expect(await offered()).toEqual(['small by acme'])
  expect((await me()).allow_models).toEqual(['small'])
  await patch({ deny_models: [], allow_providers: [acme], allow_ips: ['10.24.0.0/16'] })
  expect(await offered()).toEqual(['big by acme', 'small by acme'])
  expect(await me()).toMatchObject({ allow_models: null, allow_ips: ['10.24.0.0/16'] })
  expect(await me()).not.toHaveProperty('allow_providers')
  const told = { 'relay.tell_provider': true }
  await world.call('adminPatchSettings', { token, body: { values: told } })
  expect((await me()).allow_providers).toEqual(['acme'])
  const group = (await world.call('adminCreateGroup', { token, body: { name: 'Team', allow_models: ['big'] } })).body.id
  await patch({ group })
  expect(await offered()).toEqual(['big by acme'])
  expect((await me()).allow_models).toEqual(['big'])
})

test('what is kept of an account tells its bounds to its owner', async () => {
  await patch({ allow_models: ['big'], allow_ips: ['10.24.0.0/16'] })
  const file = await world.call('exportMe', { token: ada.token })
  expect(JSON.parse(String(file.body))).toMatchObject({
    profile: { allow_models: ['big'], allow_ips: ['10.24.0.0/16'] },
  })
})

test('a simulation of a user by any key knows what the account and its group allow', async () => {
  const group = (await world.call('adminCreateGroup', { token, body: { name: 'Team', allow_models: ['big'] } })).body.id
  await patch({ group, allow_providers: [acme] })
  const body = { user_id: ada.id, model: 'big', protocol: 'openai-chat' } as const
  const asked: SimulationRequest[] = []
  world.deps.routing.simulate = (input) => {
    asked.push(input)
    return nothingSimulated(input)
  }
  await world.call('adminSimulateRouting', { token, body })
  expect(asked[0]?.caller).toEqual({
    userId: ada.id,
    allowModels: ['big'],
    allowProviders: [acme],
  })
})
