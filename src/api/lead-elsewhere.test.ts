import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Endpoints } from '../contract/all.ts'
import type { BodyInputOf } from '../contract/endpoint.ts'
import { signedIn } from './test-signed-in.ts'
import { acmeProvider, openWorld, PASSWORD, type World } from './testing.ts'

type Patch = BodyInputOf<Endpoints['adminPatchProvider']>

let world: World
let token: string
let id: string
beforeEach(async () => {
  world = await openWorld()
  token = (await signedIn(world, 'root', 'admin')).token
  id = (await world.call('adminCreateProvider', { token, body: acmeProvider({}) })).body.id
})
afterEach(() => world[Symbol.asyncDispose]())

const patch = (body: Patch) => world.call('adminPatchProvider', { token, params: { id }, body })
const credentials = [{ name: 'new', secret: 'another-secret-5678' }]
const stored = () => world.store.providers.get(id)

test.each<[string, Patch]>([
  ['another origin', { endpoints: [{ dialect: 'openai', base_url: 'https://evil.example/v1' }] }],
  ['another path', { endpoints: [{ dialect: 'openai', base_url: 'https://api.acme.example/evil' }] }],
  ['a proxy', { proxy: 'http://evil.example:3128' }],
])('%s is given to a provider by whoever gives their password, with a secret or without', async (_name, body) => {
  const before = await stored()
  for (const change of [body, { ...body, credentials }]) {
    expect((await patch(change)).error).toMatchObject({
      code: 'password_needed',
      fields: { password: expect.anything() },
    })
    expect((await patch({ ...change, password: 'wrong' })).status).toBe(422)
  }
  expect(await stored()).toEqual(before)
  expect((await patch({ ...body, credentials, password: PASSWORD })).status).toBe(200)
  expect((await stored())?.version).toBeGreaterThan(before?.version ?? 0)
  expect(JSON.stringify(world.rows('audit'))).not.toContain(PASSWORD)
})

test('whatever else is changed, and fewer addresses, take no password', async () => {
  const { endpoints } = (await world.call('adminGetProvider', { token, params: { id } })).body
  const [first] = endpoints
  const same = [{ id: first?.id, dialect: 'openai' as const, base_url: `${first?.base_url}/` }]
  for (const body of [{ note: 'n' }, { proxy: null }, { credentials }, { endpoints: same }, { weight: 2 }])
    expect([body, (await patch(body)).status]).toEqual([body, 200])
})
