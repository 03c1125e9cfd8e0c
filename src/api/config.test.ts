import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ConfigInput } from '../contract/backup.ts'
import { DAY_MS, HOUR_MS, iso } from '../core/time.ts'
import { newModel } from './models.ts'
import { acmeProvider, openWorld, PASSWORD, type World } from './testing.ts'

type Signed = { world: World; token: string }

let from: Signed
let to: Signed
beforeEach(async () => {
  from = await signedIn()
  to = await signedIn()
})
afterEach(async () => {
  for (const { world } of [from, to]) await world[Symbol.asyncDispose]()
})

async function signedIn(): Promise<Signed> {
  const world = await openWorld()
  return { world, token: (await world.session((await world.user('root', { role: 'admin' })).id)).access }
}

async function setUp({ world, token }: Signed): Promise<void> {
  const values = { 'site.name': '玉门关', 'relay.max_attempts': 5, 'security.session_days': 9 }
  await world.call('adminPatchSettings', { token, body: { values, password: PASSWORD } })
  const price = { input: '1', output: '2', tiers: [{ above_tokens: 1000, input: '3' }] }
  await world.call('adminCreateModel', { token, body: { id: 'house-model', aliases: ['hm'], price, idle_ms: 5000 } })
  const limits = [{ metric: 'cost', window: 'month', max: '5', mode: 'hard' }] as const
  const group = { name: 'team', multiplier: '1.5', allow_models: ['house-model'], limits: [...limits] }
  await world.call('adminCreateGroup', { token, body: group })
  const routes = [{ model: 'house-model', upstream_name: 'hm-1' }]
  await world.call('adminCreateProvider', {
    token,
    body: acmeProvider({ routes, priority: 7, billing_type: 'plan', allow_private: false }),
  })
}

async function exported({ world, token }: Signed): Promise<ConfigInput> {
  const answer = await world.fetch('/api/admin/config/export', { headers: { authorization: `Bearer ${token}` } })
  expect(answer.headers.get('content-disposition')).toContain('yumen-config-2026-11-20.json')
  return (await answer.json()) as ConfigInput
}

const take = ({ world, token }: Signed, config: ConfigInput, more: object = {}) =>
  world.call('adminImportConfig', { token, body: { config, password: PASSWORD, ...more } })
const told = ({ body }: Awaited<ReturnType<typeof take>>) =>
  body.rows.map(({ kind, name, action }) => `${kind} ${name} ${action}`)

test('what is exported holds no secret and no person, and makes the same gateway elsewhere', async () => {
  await setUp(from)
  const config = await exported(from)
  expect(JSON.stringify(config)).not.toMatch(/vendor-secret|root@example|a1b2|"id":"0/)
  expect((await take(to, config)).body.applied).toBe(true)
  expect(await exported(to)).toEqual(config)
  const { items } = (await to.world.call('adminListProviders', { token: to.token })).body
  expect(items[0]).toMatchObject({ slug: 'acme', credentials: [], priority: 7, billing_type: 'plan' })
})

test('what happens as the disk fills moves along', async () => {
  const settings = { 'alerts.disk_percent': 50, 'capture.on_low_disk': 'go_on' } as const
  await from.world.call('adminPatchSettings', { token: from.token, body: { values: settings } })
  const config = await exported(from)
  expect(config.settings).toEqual(settings)
  await take(to, config)
  expect((await exported(to)).settings).toEqual(settings)
})

test('an export is in the audit log, with how much of each and nothing of what it is', async () => {
  await setUp(from)
  await exported(from)
  const { items } = (
    await from.world.call('adminListAudit', { token: from.token, query: { action: 'settings.exported' } })
  ).body
  expect(items).toMatchObject([{ actor: { role: 'admin' }, target: { kind: 'settings' }, outcome: 'done' }])
  const { body } = await from.world.call('adminGetAudit', { token: from.token, params: { id: items[0]?.id ?? '' } })
  expect([body.before, body.after]).toEqual([null, { settings: 3, models: 1, groups: 1, providers: 1 }])
})

test('a model whose name is older than the rule for names moves along', async () => {
  const model = newModel('old\u3000name', from.world.deps)
  await from.world.store.models.create({ ...model, aliases: ['old\u200balias'] })
  expect((await take(to, await exported(from))).body.applied).toBe(true)
  expect((await to.world.store.models.get(model.id))?.aliases).toEqual(['old\u200balias'])
})

test('a model that is taken over with the price it has keeps what is planned, and where the price is from', async () => {
  await setUp(from)
  const { world, token } = from
  await world.call('adminCreateModel', { token, body: { id: 'gpt-5.5' } })
  const effective_from = iso(world.clock.now() + DAY_MS)
  await world.call('adminSetPrice', { token, body: { model: 'house-model', price: { input: '9' }, effective_from } })
  const config = await exported(from)
  const prices = async () => (await world.call('adminListPrices', { token })).body.items
  const before = await prices()
  expect(before.map(({ model, source, state }) => `${model} ${source} ${state}`)).toEqual(
    expect.arrayContaining(['house-model manual planned', 'gpt-5.5 catalogue present']),
  )
  world.clock.ms += HOUR_MS / 60
  const models = config.models?.map((model) => ({ ...model, display_name: 'Renamed' })) ?? []
  expect(told(await take(from, { ...config, models }, { on_conflict: 'overwrite' }))).toContain(
    'model gpt-5.5 overwrite',
  )
  expect(await prices()).toEqual(before)
  expect((await world.store.models.get('house-model'))?.displayName).toBe('Renamed')
  const cheaper = models.map((model) => ({ ...model, price: { input: '0.5' } }))
  await take(from, { ...config, models: cheaper }, { on_conflict: 'overwrite' })
  expect((await prices()).map(({ price }) => price?.input)).toEqual(['0.5', '0.5'])
})

test('a dry run shows what is here already, and changes nothing', async () => {
  await setUp(from)
  const config = await exported(from)
  await to.world.call('adminCreateGroup', { token: to.token, body: { name: 'team' } })
  const rows = (action: string) => [
    'setting site.name create',
    'setting security.session_days create',
    'setting relay.max_attempts create',
    'model house-model create',
    `group team ${action}`,
    'provider acme create',
  ]
  for (const onConflict of ['skip', 'overwrite', 'error'] as const) {
    const shown = await take(to, config, { on_conflict: onConflict, dry_run: true })
    expect(shown.body.applied).toBe(false)
    expect(told(shown)).toEqual(rows(onConflict))
  }
  expect((await exported(to)).models).toEqual([])
})

test.each([
  [true, 'FULL'],
  [false, 'BASIC'],
])('a file of before there were levels that keeps bodies (%s) sets the level %s', async (enabled, level) => {
  await to.world.call('adminPatchSettings', {
    token: to.token,
    body: { values: { 'capture.level': 'HEADERS' }, password: PASSWORD },
  })
  const settings = { 'capture.enabled': enabled, 'capture.days': 3 }
  const answer = await take(to, { format: 'yumen-config-1', settings }, { on_conflict: 'overwrite' })
  expect(told(answer)).toEqual(['setting capture.level overwrite', 'setting capture.days create'])
  const { values } = (await to.world.call('adminGetSettings', { token: to.token })).body
  expect(values).toMatchObject({ 'capture.level': level, 'capture.days': 3 })
})

test('nothing is taken over while something stands in the way, unless it may be skipped or written over', async () => {
  await setUp(from)
  const config = await exported(from)
  await to.world.call('adminCreateGroup', { token: to.token, body: { name: 'team', multiplier: '9' } })
  const refused = await take(to, config)
  expect(refused.body.applied).toBe(false)
  expect(refused.body.rows.find(({ kind }) => kind === 'group')?.problem?.code).toBe('exists_here')
  expect((await exported(to)).models).toEqual([])
  await take(to, config, { on_conflict: 'skip' })
  expect((await exported(to)).groups).toMatchObject([{ multiplier: '9' }])
  await take(to, config, { on_conflict: 'overwrite' })
  expect(await exported(to)).toEqual(config)
})

test('a model that is written over takes an alias from before the rule for names', async () => {
  await from.world.store.models.create({ ...newModel('m', from.world.deps), aliases: ['old\u200balias'] })
  await to.world.store.models.create(newModel('m', to.world.deps))
  expect(told(await take(to, await exported(from), { on_conflict: 'overwrite' }))).toEqual(['model m overwrite'])
  expect((await to.world.store.models.get('m'))?.aliases).toEqual(['old\u200balias'])
})

test('whatever is taken over is told to the relay once, at the end', async () => {
  await setUp(from)
  const config = await exported(from)
  expect(to.world.seen.changed).toBe(0)
  await take(to, config, { dry_run: true })
  expect(to.world.seen.changed).toBe(0)
  await take(to, config)
  expect(to.world.seen.changed).toBe(1)
})

test('an endpoint of a provider that is written over stays the one it was while its address does', async () => {
  await setUp(from)
  const endpoints = async () => (await from.world.store.providers.list())[0]?.endpoints ?? []
  const config = await exported(from)
  const before = await endpoints()
  const added = { dialect: 'anthropic' as const, base_url: 'https://other.example' }
  const providers = (config.providers ?? []).map((one) => ({ ...one, endpoints: [added, ...(one.endpoints ?? [])] }))
  expect(before).toHaveLength(1)
  await take(from, config, { on_conflict: 'overwrite' })
  expect(await endpoints()).toEqual(before)
  await from.world.store.providers.patch((await from.world.store.providers.list())[0]?.id ?? '', { credentials: [] })
  await take(from, { ...config, providers }, { on_conflict: 'overwrite' })
  expect(await endpoints()).toEqual(expect.arrayContaining(before))
  expect(await endpoints()).toHaveLength(2)
})

test('a provider that is written over keeps its secrets while they go to the same place, and says when they cannot', async () => {
  await setUp(from)
  const config = await exported(from)
  expect(told(await take(from, config, { on_conflict: 'overwrite' })).filter((row) => row.endsWith('error'))).toEqual(
    [],
  )
  const secret = async () => {
    const [provider] = await from.world.store.providers.list()
    return from.world.store.providers.secretOf(provider?.id ?? '')
  }
  expect(await secret()).toBe('vendor-secret-value-1234')
  const moved = {
    ...config,
    providers: (config.providers ?? []).map((one) => ({
      ...one,
      endpoints: [{ dialect: 'openai' as const, base_url: 'https://evil.example/v1' }],
    })),
  }
  const answer = await take(from, moved, { on_conflict: 'overwrite' })
  expect(answer.body.rows.find(({ kind }) => kind === 'provider')).toMatchObject({ action: 'error' })
  expect(await secret()).toBe('vendor-secret-value-1234')
})

test('however many parts ask for the password, it is judged once', async () => {
  const verify = vi.spyOn(to.world.deps.passwords, 'verify')
  const settings = { 'security.session_days': 9, 'security.guesses_per_account': 4, 'relay.allow_unpriced': true }
  const config: ConfigInput = { format: 'yumen-config-1', settings, models: [], groups: [], providers: [] }
  expect((await take(to, config)).body.rows.map(({ problem }) => problem)).toEqual([null, null, null])
  expect(verify).toHaveBeenCalledTimes(1)
})

test('taking over asks for the password, and each part leaves its own audit row', async () => {
  await setUp(from)
  const config = await exported(from)
  expect((await take(to, config, { password: undefined })).error.code).toBe('password_needed')
  await take(to, config)
  expect(to.world.rows('audit').map((row) => row['action'])).toEqual([
    'settings.changed',
    'settings.changed',
    'settings.changed',
    'model.created',
    'group.created',
    'provider.created',
  ])
})
