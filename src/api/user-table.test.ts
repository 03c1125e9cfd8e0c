import { afterEach, beforeEach, expect, test } from 'vitest'
import { readCsv } from './csv.ts'
import { PasswordsBusy } from '../vault/passwords.ts'
import { acmeProvider, openWorld, PASSWORD, type World } from './testing.ts'

let world: World
let token: string
beforeEach(async () => {
  world = await openWorld()
  token = (await world.session((await world.user('root', { role: 'admin' })).id)).access
  await world.call('adminCreateGroup', { token, body: { name: 'Team' } })
})
afterEach(() => world[Symbol.asyncDispose]())

const load = (csv: string, dry_run: boolean, password?: string) =>
  world.call('adminImportUsers', { token, body: { csv, dry_run, password }, headers: { 'accept-language': 'en' } })

const TABLE = `email,name,role,group,billing
ada@example.com,Ada,admin,Team,prepaid
ROOT@example.com,Root,,,
ADA@example.com,Ada again,,,
not an address,Nobody,,,
bob@example.com,Bob,king,,
eve@example.com,Eve,,Other team,
"dan@example.com","Dan, the man",,,,
`

test('a table is tried first: what stands against a row is said, and nothing is made', async () => {
  const { body } = await load(TABLE, true)
  expect(body.created).toBe(0)
  expect(body.rows.map(({ line, problem }) => [line, problem?.code ?? null, problem?.detail ?? null])).toEqual([
    [2, null, null],
    [3, 'email_taken', 'This email is already in use'],
    [4, 'email_taken', 'This email is already in use'],
    [5, 'fields_invalid', 'Enter a valid email address'],
    [6, 'fields_invalid', 'This must be one of: admin, user'],
    [7, 'fields_invalid', 'There is no such group'],
    [8, null, null],
  ])
  expect((await world.call('adminListUsers', { token })).body.items).toHaveLength(1)
})

test('the rows that nothing stands against become accounts, each with a one-time password', async () => {
  const { body } = await load(TABLE, false, PASSWORD)
  expect(body.created).toBe(2)
  const made = body.rows.filter((row) => row.one_time_password !== null)
  expect(made.map((row) => row.name)).toEqual(['Ada', 'Dan, the man'])
  const [ada] = made
  const login = { email: 'ada@example.com', password: ada?.one_time_password ?? '' }
  expect((await world.call('login', { body: login })).status).toBe(200)
  const { body: list } = await world.call('adminListUsers', { token, query: { q: 'ada@' } })
  expect(list.items).toMatchObject([{ role: 'admin', billing: 'prepaid', group: { name: 'Team' } }])
  expect(JSON.stringify(world.rows('audit'))).not.toContain(login.password)
  expect(world.rows('audit').filter((row) => row['action'] === 'user.created')).toHaveLength(2)
})

test('a table with administrators takes the password of whoever brings it; one without does not', async () => {
  expect((await load(TABLE, false)).error.code).toBe('password_needed')
  expect((await load(TABLE, false, 'wrong')).error.detail).toBe('The current password is incorrect')
  expect((await world.call('adminListUsers', { token })).body.items).toHaveLength(1)
  expect((await load('email,name\nada@example.com,Ada', false)).body.created).toBe(1)
})

test.each([
  ['without a heading', 'ada@example.com,Ada'],
  ['without names', 'email\nada@example.com'],
  ['with a column nobody knows', 'email,name,admin\na@example.com,A,yes'],
  ['with a column twice', 'email,name,Email\na@example.com,A,b@example.com'],
  ['with a quote that is never closed', 'email,name\n"a@example.com,A'],
  ['with too many rows', `email,name\n${'a@example.com,A\n'.repeat(201)}`],
])('a table %s is refused as a whole', async (_, csv) => {
  expect((await load(csv, true)).status).toBe(422)
})

test('a quote that is never closed is told by its line', async () => {
  const { body } = await load('email,name\na@example.com,A\nb@example.com,"B', true)
  expect(JSON.stringify(body)).toContain('Line 3: A quotation mark is not closed')
})

test('a cell beyond the last column is named as one too many', async () => {
  const { body } = await load('email,name\na@example.com,A,more', true)
  expect(body.rows[0]?.problem?.code).toBe('fields_invalid')
})

test('accounts are written as a table, by the same filters as the list', async () => {
  await load(TABLE, false, PASSWORD)
  const { body } = await world.call('adminExportUsers', { token, query: { group: [], billing: 'prepaid' } })
  const [heading, ...rows] = readCsv(body).rows ?? []
  expect(heading?.cells.slice(0, 7)).toEqual(['id', 'email', 'name', 'role', 'status', 'group', 'billing'])
  expect(rows.map((row) => row.cells.slice(1, 7))).toEqual([
    ['ada@example.com', 'Ada', 'admin', 'active', 'Team', 'prepaid'],
  ])
})

test('accounts are taken out as JSON with the columns of the table, and the audit log says in which format', async () => {
  await load('email,name,limits\nada@example.com,Ada,cost.month=5', false)
  const query = { q: 'ada@', format: 'json' as const }
  const { body, headers } = await world.call('adminExportUsers', { token, query })
  expect(headers.get('content-type')).toBe('application/json')
  expect(headers.get('content-disposition')).toBe('attachment; filename="yumen-users.json"')
  const [row, ...others] = JSON.parse(body) as Record<string, unknown>[]
  expect(others).toEqual([])
  expect(row).toMatchObject({ email: 'ada@example.com', group: null, limits: 'cost.month=5', month_requests: 0 })
  const [heading] = readCsv((await world.call('adminExportUsers', { token, query: { q: 'ada@' } })).body).rows ?? []
  expect(Object.keys(row ?? {})).toEqual(heading?.cells)
  const formats = world.rows('audit').filter(({ action }) => action === 'user.exported')
  expect(formats.map(({ after }) => JSON.parse(String(after)).format)).toEqual(['json', 'csv'])
})

test('times of a table are on the clock of the zone that was asked for, which stands beside them', async () => {
  const { body: csv } = await world.call('adminExportUsers', { token, query: { tz: 'Asia/Shanghai' } })
  const [heading, row] = readCsv(csv).rows ?? []
  const cell = (name: string) => row?.cells[heading?.cells.indexOf(name) ?? -1]
  expect([cell('created_at'), cell('time_zone')]).toEqual(['2026-11-20T16:00:00.000+08:00', 'Asia/Shanghai'])
})

test('accounts are written in the order they are listed in', async () => {
  await load('email,name\na@example.com,B\nb@example.com,C\nc@example.com,A', false)
  for (const sort of ['name', undefined] as const) {
    const query = { ...(sort && { sort }) }
    const { items } = (await world.call('adminListUsers', { token, query })).body
    const { body: csv } = await world.call('adminExportUsers', { token, query })
    const written = readCsv(csv)
      .rows?.slice(1)
      .map((row) => row.cells[2])
    expect([sort, written]).toEqual([sort, items.map(({ name }) => name)])
    if (sort === 'name') expect(written).toEqual(['A', 'B', 'C', 'root'])
  }
  expect((await world.call('adminExportUsers', { token, query: { sort: 'note' } })).status).toBe(422)
})

test('a row for which no password can be made at the moment is told; what was made before it keeps its password', async () => {
  const hash = world.deps.passwords.hash.bind(world.deps.passwords)
  let made = 0
  world.deps.passwords.hash = (password) => {
    made += 1
    return made === 2 ? Promise.reject(new PasswordsBusy()) : hash(password)
  }
  const { body } = await load('email,name\na@example.com,A\nb@example.com,B\nc@example.com,C', false)
  expect(
    body.rows.map(({ problem, one_time_password: password }) => [problem?.code ?? null, password !== null]),
  ).toEqual([
    [null, true],
    ['busy', false],
    [null, true],
  ])
  expect(body.created).toBe(2)
})

test('a fault at one row does not take the passwords of the others along', async () => {
  const { users } = world.store
  const create: typeof users.create = (user, trail) =>
    user.name === 'B' ? Promise.reject(new Error('database or disk is full')) : users.create(user, trail)
  world.deps.store = { ...world.store, users: { ...users, create } }
  const before = world.seen.changed
  const { body } = await load('email,name\na@example.com,A\nb@example.com,B\nc@example.com,C', false)
  const found = body.rows.map(({ problem, one_time_password: password }) => [problem?.code ?? null, password !== null])
  expect(found).toEqual([
    [null, true],
    ['internal', false],
    [null, true],
  ])
  expect([body.created, world.seen.changed - before]).toEqual([2, 1])
  expect(world.seen.errors).toMatchObject([{ event: 'an account was not imported' }])
})

test('a table is read as a spreadsheet copies it, its cells parted by tabs', async () => {
  const { body } = await load('Email\tName\tNote\na@example.com\tA\t"one, two"\n', true)
  expect(body.rows).toEqual([{ line: 2, email: 'a@example.com', name: 'A', problem: null, one_time_password: null }])
})

test('where several cells of a row are wrong, each is told by its column', async () => {
  const { body } = await load('email,name,role\na@example.com,,owner', true)
  expect(body.rows.map(({ problem }) => problem?.detail)).toEqual([
    'name: This is required; role: This must be one of: admin, user',
  ])
})

const BOUNDS = 'limits,allow_models,deny_models,allow_providers,allow_ips'

async function withCatalogue(): Promise<Record<string, string>> {
  const price = { input: '1', output: '2' }
  for (const id of ['big', 'small'])
    await world.call('adminCreateModel', { token, body: { id, aliases: [`${id}-latest`], price } })
  const ids: Record<string, string> = {}
  for (const slug of ['acme', 'other'])
    ids[slug] = (await world.call('adminCreateProvider', { token, body: acmeProvider({ slug, name: slug }) })).body.id
  return ids
}

test('what accounts may use comes out of a table and goes into another one', async () => {
  const { acme, other } = await withCatalogue()
  const cells = [
    'cost.month=12.5:hard; requests.minute=60; tokens.day=1000:warn; concurrency.total=4',
    'big-latest;small',
    '',
    'acme; other',
    '10.0.0.0/8; 2001:db8::1',
  ]
  const csv = `email,name,${BOUNDS}\nada@example.com,Ada,${cells.join(',')}\nbob@example.com,Bob,concurrency=2,,big,,\n`
  expect((await load(csv, false)).body.rows.map(({ problem }) => problem)).toEqual([null, null])
  const { items } = (await world.call('adminListUsers', { token, query: { sort: 'name' } })).body
  const [ada, bob] = items.filter(({ name }) => name !== 'root')
  expect(ada).toMatchObject({
    allow_models: ['big', 'small'],
    allow_providers: [acme, other],
    allow_ips: ['10.0.0.0/8', '2001:db8::1'],
  })
  expect(ada?.limits.map(({ metric, window, max, mode, action }) => [metric, window, max, mode, action])).toEqual([
    ['concurrency', 'total', 4, 'normal', 'refuse'],
    ['cost', 'month', '12.5', 'hard', 'refuse'],
    ['requests', 'minute', 60, 'normal', 'refuse'],
    ['tokens', 'day', 1000, 'normal', 'warn'],
  ])
  expect(bob).toMatchObject({ allow_models: null, deny_models: ['big'], allow_providers: null, allow_ips: null })
  const written = readCsv((await world.call('adminExportUsers', { token, query: { sort: 'name' } })).body).rows ?? []
  const [heading] = written
  const at = heading?.cells.indexOf('limits') ?? -1
  expect(heading?.cells.slice(at, at + 5)).toEqual(BOUNDS.split(','))
  expect(written.slice(1).map(({ cells: row }) => row.slice(at, at + 5))).toEqual([
    [
      'concurrency.total=4; cost.month=12.5:hard; requests.minute=60; tokens.day=1000:warn',
      'big; small',
      '',
      'acme; other',
      '10.0.0.0/8; 2001:db8::1',
    ],
    ['concurrency.total=2', '', 'big', '', ''],
    ['', '', '', '', ''],
  ])
})

test('who is allowed nothing of a kind is not written as one who is allowed everything', async () => {
  const { acme = '' } = await withCatalogue()
  await load('email,name,allow_providers\nada@example.com,Ada,acme', false)
  await world.call('adminDeleteProvider', { token, params: { id: acme } })
  const { body: csv } = await world.call('adminExportUsers', { token, query: { q: 'ada@' } })
  expect(csv).toContain(',(none),')
  const { body } = await load('email,name,allow_providers\nbob@example.com,Bob,(none)', true)
  expect(body.rows[0]?.problem?.detail).toBe('There are no such providers: (none)')
})

test.each([
  ['limits', 'cost.month', 'This is not valid'],
  ['limits', 'cost.year=5', 'This must be one of: minute, 5h, day, week, month, total'],
  ['limits', 'cost.day=1;cost.day=2', 'One limit for each metric and window'],
  ['allow_models', 'huge', 'There are no such models: huge'],
  ['deny_models', 'huge', 'There are no such models: huge'],
  ['allow_providers', 'nobody', 'There are no such providers: nobody'],
  ['allow_ips', '10.0.0.0/99', 'This is not valid'],
])('a cell of %s that says %s is refused', async (column, cell, said) => {
  const { body } = await load(`email,name,${column}\na@example.com,A,${cell}`, true)
  expect(body.rows[0]?.problem).toEqual({ code: 'fields_invalid', detail: said })
})

test('an account of a table that names no limits begins with those of everything new', async () => {
  const values = { 'users.default_limits': [{ metric: 'requests', window: 'day', max: 7 }] }
  await world.call('adminPatchSettings', { token, body: { values } })
  await load('email,name,limits\na@example.com,A,\nb@example.com,B,requests.day=9', false)
  const { items } = (await world.call('adminListUsers', { token, query: { sort: 'name' } })).body
  expect(items.flatMap(({ limits }) => limits.map(({ max }) => max))).toEqual([7, 9])
})
