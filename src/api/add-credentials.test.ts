import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Endpoints } from '../contract/all.ts'
import type { BodyInputOf } from '../contract/endpoint.ts'
import { acmeProvider, openWorld, type World } from './testing.ts'

let world: World
let token: string
let id: string
beforeEach(async () => {
  world = await openWorld()
  token = (await world.session((await world.user('root', { role: 'admin' })).id)).access
  const credentials = [{ name: 'first', secret: 'secret-of-the-first' }]
  const { body } = await world.call('adminCreateProvider', {
    token,
    body: { ...acmeProvider({ routes: [{ model: 'gpt-4o' }] }), credentials },
  })
  id = body.id
  world.seen.changed = 0
})
afterEach(() => world[Symbol.asyncDispose]())

const add = (body: BodyInputOf<Endpoints['adminAddCredentials']>) =>
  world.call('adminAddCredentials', { token, params: { id }, body })
const now = async () => (await world.call('adminGetProvider', { token, params: { id } })).body
const acts = async () => (await world.store.audit.list({ limit: 50 })).items.filter(({ targetId }) => targetId === id)

const MANY = [
  { name: 'second', secret: 'secret-of-the-second', weight: 3 },
  { name: 'again', secret: 'secret-of-the-first' },
  { name: 'third', secret: 'secret-of-the-third', priority: 2 },
  { name: 'twice', secret: 'secret-of-the-second' },
]

test('many credentials are added in one step, and those whose secret is there or comes twice are left out', async () => {
  const { status, body } = await add({ credentials: MANY })
  expect(status).toBe(200)
  expect(body.added).toBe(2)
  expect(body.results).toEqual([
    { name: 'second', same_as: null },
    { name: 'again', same_as: 'first' },
    { name: 'third', same_as: null },
    { name: 'twice', same_as: 'second' },
  ])
  expect(body.provider.credentials.map(({ name, priority, weight }) => [name, priority, weight])).toEqual([
    ['first', 1, 1],
    ['second', 1, 3],
    ['third', 2, 1],
  ])
  const { data } = await world.store.readDirectory()
  expect([...new Set(data.targets.map(({ credential }) => credential.secret))].toSorted()).toEqual([
    'secret-of-the-first',
    'secret-of-the-second',
    'secret-of-the-third',
  ])
  expect(world.seen.changed).toBe(1)
  // What was done is done: the same once more is no change.
  expect((await add({ credentials: MANY })).body.added).toBe(0)
  expect(world.seen.changed).toBe(1)
})

test('a dry run tells the same and adds nothing', async () => {
  const before = await now()
  const { body } = await add({ credentials: MANY, dry_run: true })
  expect([body.added, body.results.map(({ same_as }) => same_as)]).toEqual([2, [null, 'first', null, 'second']])
  expect(await now()).toEqual(before)
  expect(await acts()).toHaveLength(1)
})

test('one act tells of all of them, and no secret comes back or is written down', async () => {
  const { body } = await add({ credentials: MANY })
  const [act, ...others] = await acts()
  expect(others).toHaveLength(1)
  expect(act?.action).toBe('provider.changed')
  const after = JSON.stringify(act?.after)
  expect(after).toContain('second')
  expect(after).toContain('third')
  expect(after).not.toContain('again')
  const written = JSON.stringify([body, world.rows('audit'), world.rows('activity')])
  for (const { secret } of MANY) expect(written).not.toContain(secret)
})

test('more than a provider has room for are refused as one, and so is a list in which one is malformed', async () => {
  const list = Array.from({ length: 99 }, (_, at) => ({ name: `n${at}`, secret: `secret-number-${at}` }))
  expect((await add({ credentials: [...list.slice(1), { name: 'x', secret: ' ' }] })).status).toBe(422)
  expect((await now()).credentials).toHaveLength(1)
  expect((await add({ credentials: list })).body.added).toBe(99)
  const refused = await add({ credentials: [{ name: 'one', secret: 'one-too-many' }] })
  expect(refused.status).toBe(422)
  expect(JSON.stringify(refused.body)).toContain('100')
  expect(JSON.stringify(refused.body)).not.toContain('one-too-many')
  expect((await now()).credentials).toHaveLength(100)
})

test('what was found out about the credentials that were there stays', async () => {
  const [first] = (await now()).credentials
  await world.store.providers.saveFinding(first?.id ?? '', { status: 'invalid', reason: 'told so', until: null })
  await add({ credentials: [{ name: 'other', secret: 'another-secret-value' }] })
  expect((await now()).credentials.map(({ status, reason }) => [status, reason])).toEqual([
    ['invalid', 'told so'],
    ['active', null],
  ])
})
