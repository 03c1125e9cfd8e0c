import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endpoints, type Endpoints } from '../contract/all.ts'
import type { Endpoint } from '../contract/endpoint.ts'
import { newId } from '../core/ids.ts'
import { HOUR_MS, iso } from '../core/time.ts'
import { newUserKey } from '../vault/keys.ts'
import { TELLER } from './test-script.ts'
import { from, WAYS_IN_BODIES, waysInObjects } from './test-passkeys.ts'
import { signedIn } from './test-signed-in.ts'
import { acmeProvider, type Given, openWorld, PASSWORD, settledRequest, toldNotice, type World } from './testing.ts'

type Name = keyof Endpoints
const NAMES = Object.keys(endpoints) as Name[]
const named = (wanted: (endpoint: Endpoint) => boolean) => NAMES.filter((name) => wanted(endpoints[name]))
const GUARDED = named(({ who }) => who !== 'anyone')
const WITH_ID = named(({ path }) => path.includes('{id}'))

let world: World
let admin: { id: string; token: string }
let ada: { id: string; token: string }
let bob: { id: string; token: string }
let useless = { expired: '', refresh: '' }
/** A key that is there, an account that was made last, and the sessions that were made of accounts. */
let [secret, lastEmail] = ['', '']
const sessionOf = new Map<string, string>()
const partsOf = new Map<string, { credential_id: string; endpoint_id: string }>()
const providerOf = new Map<string, string>()

beforeAll(async () => {
  world = await openWorld()
  admin = await signedIn(world, 'root', 'admin')
  ada = await signedIn(world, 'ada')
  bob = await signedIn(world, 'bob')
  await world.call('adminCreateModel', { token: admin.token, body: { id: 'priced', price: { input: '1' } } })
  await world.call('adminPatchSettings', { token: admin.token, body: { values: { 'site.logo': 'iVBORw0KGgo=' } } })
  useless = { expired: (await world.session(ada.id, 0)).access, refresh: (await world.session(admin.id)).refresh }
  secret = (await world.call('createKey', { token: ada.token, body: { name: 'known' } })).body.secret
})
afterAll(() => world[Symbol.asyncDispose]())

/** Endpoints that take a body of nothing, too. */
const EMPTY = ['putPreferences', 'testKey', 'rotateKey', 'adminSyncPrices', 'adminResetPassword']
/** Endpoints whose objects have a note. */
const NOTED = ['adminPatchUser', 'adminPatchKey', 'adminPatchGroup', 'adminPatchProvider']

/** A body that every check of form lets through, for each endpoint that takes one. */
const BODIES: Partial<Record<Name, () => unknown>> = {
  ...Object.fromEntries(EMPTY.map((name) => [name, () => ({})])),
  ...Object.fromEntries(NOTED.map((name) => [name, () => ({ note: 'n' })])),
  login: () => ({ email: 'ada@example.com', password: PASSWORD }),
  refresh: () => ({ refresh_token: 'x' }),
  patchMe: () => ({ name: 'somebody' }),
  // The present password is wrong on purpose, so that the other cases can go on signing in.
  changePassword: () => ({ current_password: 'wrong', new_password: 'another horse battery' }),
  patchPreferences: () => ({}),
  ...WAYS_IN_BODIES,
  adminCreateAnnouncement: announcementBody,
  adminPatchAnnouncement: () => ({ pinned: true }),
  createKey: () => ({ name: 'k' }),
  patchKey: () => ({ name: 'k2' }),
  playground: () => ({ key_id: newId(), protocol: 'openai-chat', model: 'm', body: {} }),
  adminCreateUser: userBody,
  adminDeleteUser: () => ({ email: lastEmail || 'nobody@example.com', password: PASSWORD }),
  adminBulkUsers: () => ({ ids: [ada.id], action: 'enable' }),
  adminImportUsers: () => ({ csv: 'email,name' }),
  adminBookEntry: () => ({ amount: '5', kind: 'topup', reason: 'paid', idempotency_key: newId() }),
  adminCreateKey: () => ({ name: 'k', user: ada.id }),
  adminFindKey: () => ({ secret }),
  adminBulkKeys: () => ({ ids: [newId()], action: 'disable' }),
  adminCreateGroup: () => ({ name: newId() }),
  adminPutProviderLimits: () => ({ limits: [] }),
  adminPutCredentialLimits: () => ({ limits: [] }),
  adminCreateModel: () => ({ id: newId() }),
  adminPatchModel: () => ({ context: 1 }),
  adminSetPrice: () => ({ model: 'priced', price: { input: '1' } }),
  adminMultiplyPrices: () => ({ models: ['priced'], factor: '2' }),
  adminImportPrices: () => ({ prices: [] }),
  adminReprice: () => ({ model: 'priced', from: iso(0), to: iso(world.clock.now()) }),
  adminCreateProvider: providerBody,
  adminAddCredentials: () => ({ credentials: [{ secret: newId() }] }),
  adminImportBill: () => ({ csv: 'date,amount\n2026-11-01,1' }),
  adminCreateChannel: channelBody,
  adminPatchChannel: () => ({ enabled: false }),
  adminImportConfig: () => ({ config: { format: 'yumen-config-1' }, on_conflict: 'skip', password: PASSWORD }),
  adminBackup: () => ({ password: PASSWORD }),
  adminPatchSettings: () => ({ values: {} }),
  adminSimulateRouting: () => ({ user_id: ada.id, model: 'm', protocol: 'openai-chat' }),
  adminProbeProvider: () => ({
    preset: 'custom',
    endpoints: [{ dialect: 'openai', base_url: 'https://api.acme.example/v1' }],
    secret: 'vendor-secret-value',
  }),
}

function announcementBody() {
  return { kind: 'info' as const, title: { zh: '标题', en: '' }, body: { zh: '正文', en: '' } }
}

function userBody() {
  lastEmail = `${newId()}@example.com`
  return { email: lastEmail, name: 'somebody' }
}

function channelBody() {
  return { name: 'ops', setup: { kind: 'wecom', config: {}, secrets: { url: 'https://hooks.example/x' } } } as const
}

function providerBody() {
  return acmeProvider({ slug: newId().slice(0, 40), preset: TELLER })
}

type Make = (owner: { id: string; token: string }) => Promise<string>
const made = (names: string, make: Make) => Object.fromEntries(names.split(' ').map((name) => [name, make]))

/** Makes an object that belongs to a user, and gives its id, for each endpoint that names one. */
const OBJECTS: Partial<Record<Name, Make>> = {
  adminGetAudit: makeAct,
  ...made('adminPatchChannel adminDeleteChannel adminTestChannel', makeChannel),
  ...made('usageRequest adminUsageRequest usageCapture adminUsageCapture', makeRequest),
  ...made(named(({ path }) => /^\/api(?:\/admin)?\/keys\/\{id\}/.test(path)).join(' '), makeKey),
  ...made(
    'adminGetUser adminPatchUser adminDeleteUser adminResetPassword adminListSessions adminEndSession adminEndSessions adminListEntries adminBookEntry adminListActivity adminViewUser adminUserModels',
    makeUser,
  ),
  ...waysInObjects(() => world),
  ...made('adminGetGroup adminPatchGroup adminDeleteGroup', makeGroup),
  ...made('adminGetCredentialLimits adminPutCredentialLimits', makeCredential),
  endSession: makeSession,
  ...made(
    'getAnnouncement readAnnouncement unreadAnnouncement adminGetAnnouncement adminPatchAnnouncement adminDeleteAnnouncement',
    makeAnnouncement,
  ),
  readNotice: ({ id }) => toldNotice(world.store, id),
  getModel: makeOwnModel,
  getProvider: async (owner) => providerOf.get(await makeOwnModel(owner)) ?? '',
  ...made('adminGetModel adminPatchModel adminDeleteModel', makeModel),
  ...made(
    'adminGetProvider adminProviderStrips adminPatchProvider adminDeleteProvider adminTestProvider adminDiscoverModels adminAddCredentials adminAskBalance adminRecoverCredential adminRecoverEndpoint adminGetProviderLimits adminPutProviderLimits adminListCredentialLimits adminImportBill adminDeleteBill',
    makeProvider,
  ),
}

/** One that is for the owner alone, by a group of their own. */
async function makeAnnouncement(owner: { id: string }): Promise<string> {
  const group = await makeGroup()
  await world.call('adminPatchUser', { token: admin.token, params: { id: owner.id }, body: { group } })
  const body = { ...announcementBody(), groups: [group] }
  return (await world.call('adminCreateAnnouncement', { token: admin.token, body })).body.id
}

/** One that is served and that the owner's group alone has. */
async function makeOwnModel(owner: { id: string }): Promise<string> {
  const id = newId()
  const { token } = admin
  const provider = { ...providerBody(), routes: [{ model: id }] }
  providerOf.set(id, (await world.call('adminCreateProvider', { token, body: provider })).body.id)
  await world.call('adminPatchModel', { token, params: { id }, body: { price: { input: '1' } } })
  for (const user of [admin, ada, bob]) {
    const body = { name: newId(), allow_models: [user.id === owner.id ? id : 'priced'] }
    const group = (await world.call('adminCreateGroup', { token, body })).body.id
    await world.call('adminPatchUser', { token, params: { id: user.id }, body: { group } })
  }
  return id
}

async function makeKey({ token }: { token: string }): Promise<string> {
  return (await world.call('createKey', { token, body: { name: 'k' } })).body.id
}

async function makeSession({ id }: { id: string }): Promise<string> {
  const before = new Set((await world.store.sessions.listAlive(id)).map((session) => session.family))
  await world.session(id)
  return (await world.store.sessions.listAlive(id)).find((session) => !before.has(session.family))?.family ?? ''
}

async function makeUser(): Promise<string> {
  const { id } = (await world.call('adminCreateUser', { token: admin.token, body: userBody() })).body
  sessionOf.set(id, await makeSession({ id }))
  return id
}

async function makeGroup(): Promise<string> {
  return (await world.call('adminCreateGroup', { token: admin.token, body: { name: newId() } })).body.id
}

async function makeChannel(): Promise<string> {
  return (await world.call('adminCreateChannel', { token: admin.token, body: channelBody() })).body.id
}

async function makeAct(): Promise<string> {
  await makeGroup()
  return (await world.store.audit.list({ limit: 1 })).items[0]?.id ?? ''
}

async function makeModel(): Promise<string> {
  return (await world.call('adminCreateModel', { token: admin.token, body: { id: newId() } })).body.id
}

async function makeProvider(): Promise<string> {
  const { body } = await world.call('adminCreateProvider', { token: admin.token, body: providerBody() })
  partsOf.set(body.id, { credential_id: body.credentials[0]?.id ?? '', endpoint_id: body.endpoints[0]?.id ?? '' })
  return body.id
}

async function makeCredential(): Promise<string> {
  return partsOf.get(await makeProvider())?.credential_id ?? ''
}

async function makeRequest(owner: { id: string; token: string }): Promise<string> {
  const record = settledRequest({ at: world.clock.now(), userId: owner.id, keyId: await makeKey(owner) })
  await world.store.requests.insertSettled([record])
  return record.id
}

/** A call that nothing but the caller's rights can stop. */
async function sound(name: Name, token: string | undefined, id: string): Promise<Given> {
  const endpoint: Endpoint = endpoints[name]
  const now = world.clock.now()
  const period = endpoint.query && 'from' in endpoint.query.shape ? { from: iso(now - HOUR_MS), to: iso(now) } : {}
  const params = { id, session: sessionOf.get(id) ?? id, credential_id: id, endpoint_id: id, ...partsOf.get(id) }
  return { token, params, query: period, headers: from(), ...(BODIES[name] && { body: BODIES[name]() }) }
}

const ask = async (name: Name, token: string | undefined, id = newId()) => {
  const { status, error } = await world.call(name, (await sound(name, token, id)) as object)
  return { status, code: error.code, detail: error.detail }
}

test('every endpoint with a body or an id has a case here', () => {
  expect(Object.keys(BODIES).toSorted()).toEqual(named(({ body }) => body !== undefined).toSorted())
  expect(Object.keys(OBJECTS).toSorted()).toEqual(WITH_ID.toSorted())
})

describe.each(GUARDED)('%s', (name) => {
  test('refuses nobody', async () => {
    expect(await ask(name, undefined)).toMatchObject({ status: 401, code: 'not_signed_in' })
  })

  test('refuses an expired access token', async () => {
    expect(await ask(name, useless.expired)).toMatchObject({ status: 401, code: 'session_expired' })
  })

  test('refuses a refresh token', async () => {
    expect(await ask(name, useless.refresh)).toMatchObject({ status: 401, code: 'session_expired' })
  })

  test('refuses an API key, with a detail that does not end the session of whoever sent it', async () => {
    expect(await ask(name, newUserKey())).toEqual({ status: 401, code: 'not_permitted', detail: '权限不足' })
  })

  test('refuses a disabled user, administrators too', async () => {
    const { id, token } = await signedIn(world, newId(), 'admin')
    await world.store.users.patch(id, { status: 'disabled' })
    expect(await ask(name, token)).toEqual({ status: 401, code: 'user_disabled', detail: '用户已禁用' })
  })

  test('refuses a user whose first password is not changed, but for looking, changing and leaving', async () => {
    const { id } = await world.user(newId(), { role: 'admin', mustChangePassword: true })
    const open = ['getMe', 'changePassword', 'logout'].includes(name)
    const { code } = await ask(name, (await world.session(id)).access)
    expect(code === 'password_change_required').toBe(!open)
  })
})

describe.each(named(({ who }) => who === 'admin'))('%s', (name) => {
  test('refuses ordinary users, whether the object exists or not', async () => {
    const refusal = { status: 401, code: 'admin_required', detail: '需要管理员权限' }
    expect(await ask(name, ada.token)).toEqual(refusal)
    const make = OBJECTS[name]
    if (make) expect(await ask(name, ada.token, await make(ada))).toEqual(refusal)
  })

  test('serves administrators', async () => {
    const id = await OBJECTS[name]?.(ada)
    expect((await ask(name, admin.token, id)).status).toBeLessThan(300)
  })
})

describe.each(named(({ who, path }) => who === 'user' && path.includes('{id}')))('%s', (name) => {
  test('serves the owner', async () => {
    expect((await ask(name, ada.token, await OBJECTS[name]?.(ada))).status).toBeLessThan(300)
  })

  test('answers 404 for another user’s object, to administrators too, and leaves it alone', async () => {
    const id = await OBJECTS[name]?.(ada)
    const missing = await ask(name, bob.token)
    expect(missing).toMatchObject({ status: 404, code: 'not_found' })
    expect(await ask(name, bob.token, id)).toEqual(missing)
    expect(await ask(name, admin.token, id)).toEqual(missing)
    expect((await ask(name, ada.token, id)).status).toBeLessThan(300)
  })
})

describe.each(named(({ who }) => who === 'anyone'))('%s', (name) => {
  test('does not mind who calls, and does not look at the token', async () => {
    const codes = await Promise.all([undefined, 'nonsense', newUserKey()].map((token) => ask(name, token)))
    for (const { code } of codes) expect(['', 'session_expired', 'passkey_late']).toContain(code)
    expect(new Set(codes.map(({ code }) => code)).size).toBe(1)
  })
})
