import { afterEach, beforeEach, expect, test } from 'vitest'
import { openWorld, type World } from './testing.ts'

let world: World
let token: string
let ada: { id: string; token: string }
beforeEach(async () => {
  world = await openWorld()
  token = (await world.session((await world.user('root', { role: 'admin' })).id)).access
  const { id } = await world.user('ada')
  ada = { id, token: (await world.session(id)).access }
})
afterEach(() => world[Symbol.asyncDispose]())

type Answer = { status: number; body: { version: number }; error: { code: string } }
type Change = (body: object, version?: string) => Promise<Answer>

const from = (version: string | undefined) => (version === undefined ? {} : { headers: { 'if-match': version } })

async function ownKey(): Promise<[Change, Change]> {
  const { body } = await world.call('createKey', { token: ada.token, body: { name: 'k' } })
  const params = { id: body.id }
  return [
    (to, version) => world.call('patchKey', { token: ada.token, params, body: to, ...from(version) }),
    (to, version) => world.call('adminPatchKey', { token, params, body: to, ...from(version) }),
  ]
}

const KINDS: [string, object, () => Promise<[Change, Change]>][] = [
  [
    'an account',
    { note: 'n' },
    async () => {
      const change: Change = (body, version) =>
        world.call('adminPatchUser', { token, params: { id: ada.id }, body, ...from(version) })
      const own: Change = async () => {
        await world.call('patchMe', { token: ada.token, body: { name: 'Ada L.' } })
        return world.call('adminGetUser', { token, params: { id: ada.id } })
      }
      return [change, own]
    },
  ],
  ['a key', { note: 'n' }, ownKey],
  [
    'a model',
    { vendor: 'Acme' },
    async () => {
      await world.call('adminCreateModel', { token, body: { id: 'house-model' } })
      const params = { id: 'house-model' }
      const change: Change = (body, version) => world.call('adminPatchModel', { token, params, body, ...from(version) })
      const price: Change = async () => {
        await world.call('adminSetPrice', { token, body: { model: params.id, price: { input: '1' } } })
        return world.call('adminGetModel', { token, params })
      }
      return [change, price]
    },
  ],
]

test.each(KINDS)('%s is changed only from the version that was seen', async (_, body, make) => {
  const [change, other] = await make()
  expect(await change(body, '"1"')).toMatchObject({ status: 200, body: { ...body, version: 2 } })
  for (const to of [body, Object.fromEntries(Object.keys(body).map((name) => [name, 'late']))])
    expect(await change(to, '"1"')).toMatchObject({ status: 409, error: { code: 'version_conflict' } })
  // Nothing to change is no change.
  expect((await change(body, '"2"')).body.version).toBe(2)
  expect((await other({ note: 'other' })).body.version).toBe(3)
  expect(await change(body, '2')).toMatchObject({ status: 409, error: { code: 'version_conflict' } })
  expect(await change({}, '"3"')).toMatchObject({ status: 200, body: { version: 3 } })
})

test('what an account sets for itself alone is no other version of it', async () => {
  await world.call('patchMe', { token: ada.token, body: { locale: 'en' } })
  expect((await world.call('adminGetUser', { token, params: { id: ada.id } })).body.version).toBe(1)
})

test('a condition that cannot be read is refused, never dropped', async () => {
  const asked = { token, params: { id: ada.id }, body: { note: 'n' } }
  for (const version of ['"abc"', '"v0", "v1"', '"1", "2"', '*', '', '"-1"']) {
    const refused = await world.call('adminPatchUser', { ...asked, headers: { 'if-match': version } })
    expect(refused).toMatchObject({ status: 422, error: { fields: { 'if-match': expect.stringContaining('版本') } } })
  }
  expect((await world.call('adminGetUser', { token, params: { id: ada.id } })).body).toMatchObject({ note: '' })
})

test('a condition where nothing is compared is refused', async () => {
  const refused = await world.call('patchMe', { token, body: { name: 'R' }, headers: { 'if-match': '"1"' } })
  expect(refused).toMatchObject({ status: 422, error: { fields: { 'if-match': expect.stringContaining('版本') } } })
})
