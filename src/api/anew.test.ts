import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Endpoints } from '../contract/all.ts'
import type { BodyInputOf } from '../contract/endpoint.ts'
import type { Provider } from '../contract/providers.ts'
import { TELLER } from './test-script.ts'
import { signedIn } from './test-signed-in.ts'
import { acmeProvider, openWorld, PASSWORD, type World } from './testing.ts'

type Patch = BodyInputOf<Endpoints['adminPatchProvider']>

let world: World
let token: string
beforeEach(async () => {
  world = await openWorld()
  token = (await signedIn(world, 'root', 'admin')).token
})
afterEach(() => world[Symbol.asyncDispose]())

const SECRET = 'another-secret-5678'
const credential = (name: string, more = {}) => ({ name, secret: `vendor-secret-of-${name}`, ...more })
const TWO = [credential('one'), credential('two'), credential('off', { status: 'disabled' as const })]

async function created(more: Partial<Parameters<typeof acmeProvider>[0]> = {}): Promise<Provider> {
  const body = acmeProvider({ preset: TELLER, credentials: TWO, ...more })
  return (await world.call('adminCreateProvider', { token, body })).body
}

const named = ({ credentials }: Provider, name: string) => credentials.find((one) => one.name === name)?.id ?? ''
const asked = () => world.seen.soon.splice(0)

test('the vendor of a new provider is asked at once of each credential that is on', async () => {
  const provider = await created()
  expect(asked()).toEqual([[named(provider, 'one'), named(provider, 'two')]])
  expect(provider.credentials.every(({ balance }) => balance === null)).toBe(true)
})

test('a vendor that tells nothing is not asked', async () => {
  await created({ preset: 'custom' })
  expect(asked()).toEqual([])
})

test.each<[string, (of: Provider) => Patch, readonly string[]]>([
  ['a credential is new', ({ credentials }) => ({ credentials: [...kept(credentials), credential('new')] }), ['new']],
  ['a secret is replaced', ({ credentials }) => ({ credentials: kept(credentials, { two: SECRET }) }), ['two']],
  [
    'the secret of one that is off is replaced',
    ({ credentials }) => ({ credentials: kept(credentials, { off: SECRET }) }),
    [],
  ],
  ['its path is another', () => at('https://api.acme.example/v2'), ['one', 'two']],
  [
    'its address is another',
    ({ credentials }) => ({
      ...at('https://other.example/v1'),
      credentials: kept(credentials, { one: SECRET, two: SECRET, off: SECRET }),
    }),
    ['one', 'two'],
  ],
  ['only its name is another', () => ({ name: 'Other' }), []],
  ['its address is given as it was', () => at('https://api.acme.example/v1'), []],
  ['a credential is renamed or goes', ({ credentials }) => ({ credentials: kept(credentials).slice(0, 1) }), []],
  ['it is switched off', () => ({ ...at('https://api.acme.example/v2'), status: 'disabled' }), []],
])('where %s, its vendor is asked of whom that concerns', async (_name, patch, names) => {
  const provider = await created()
  asked()
  const params = { id: provider.id }
  const body = { ...patch(provider), password: PASSWORD }
  const answer = await world.call('adminPatchProvider', { token, params, body })
  expect(answer.status).toBe(200)
  const ids = names.map((name) => named(answer.body, name))
  expect(asked()).toEqual(ids.length > 0 ? [ids] : [])
})

test('a change that is refused has nobody asked', async () => {
  const { id } = await created()
  asked()
  const body = { ...at('https://other.example/v1'), password: PASSWORD }
  expect((await world.call('adminPatchProvider', { token, params: { id }, body })).status).toBe(422)
  expect(asked()).toEqual([])
})

/** The address of its one endpoint. */
const at = (base_url: string) => ({ endpoints: [{ dialect: 'openai' as const, base_url }] }) satisfies Patch

function kept(credentials: Provider['credentials'], secrets: Record<string, string> = {}) {
  return credentials.map(({ id, name, status }) => ({
    id,
    name,
    status: status === 'disabled' ? ('disabled' as const) : ('active' as const),
    ...(secrets[name] !== undefined && { secret: secrets[name] }),
  }))
}
