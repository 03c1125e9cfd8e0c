import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { newId } from '../core/ids.ts'
import type { AuditEntry } from './audit.ts'
import { addKey, addUser } from './test-records.ts'
import { engines, TEST_NOW, type TestStore } from './test-store.ts'

const act = (over: Partial<AuditEntry> = {}): AuditEntry => ({
  actorId: null,
  action: 'model.changed',
  targetKind: 'model',
  targetId: 'm1',
  before: { context: 1 },
  after: { context: 2, note: '改' },
  ip: '192.0.2.1',
  client: 'console',
  requestId: newId(),
  outcome: 'done',
  session: 'family-1',
  call: { method: 'PATCH', path: '/api/admin/models/m1', headers: { origin: 'https://y.example' }, confirmed: true },
  ...over,
})

async function record(store: TestStore, count: number): Promise<void> {
  for (let n = 0; n < count; n += 1) await store.audit.record(act({ targetId: `m${n}` }))
}

const UNGUARDED: Record<string, string[]> = {
  sqlite: ['drop trigger if exists audit_no_update', 'drop trigger if exists audit_no_delete'],
  postgres: ['alter table audit disable trigger user'],
}

/** Does what the database itself refuses, as somebody would who has the file or the password. */
async function tamper(engine: string, { db }: TestStore, statement: string): Promise<void> {
  for (const undo of UNGUARDED[engine] ?? []) await sql.raw(undo).execute(db.kysely)
  await sql.raw(statement).execute(db.kysely)
}

describe.each(engines)('the audit log on %s', (engine, open) => {
  test('vouches for every row', async () => {
    await using store = await open()
    await record(store, 3)
    expect(await store.audit.verify()).toEqual({ checked: 3, unchained: 0, breach: null })
  })

  test.each([
    ['a changed word', `update audit set after = '{}' where n = 2`, { n: 2, why: 'changed' }],
    ['a changed call', `update audit set call = replace(call, 'PATCH', 'GET') where n = 2`, { n: 2, why: 'changed' }],
    ['a changed session', `update audit set session = 'other' where n = 3`, { n: 3, why: 'changed' }],
    ['a call taken out', `update audit set session = null, call = null where n = 1`, { n: 1, why: 'changed' }],
    ['a changed time', `update audit set at = at + 1 where n = 3`, { n: 3, why: 'changed' }],
    [
      'two rows that changed places',
      `update audit set n = case n when 1 then 9 else 1 end where n <= 2`,
      { n: 1, why: 'changed' },
    ],
    ['a row taken out', `delete from audit where n = 2`, { n: 2, why: 'missing' }],
    ['the newest row taken off', `delete from audit where n = 4`, { n: 4, why: 'cut_off' }],
    ['a row without a code', `update audit set n = null, mac = null where n = 4`, { n: null, why: 'unchained' }],
  ])('finds %s', async (_name, statement, breach) => {
    await using store = await open()
    await record(store, 4)
    await tamper(engine, store, statement)
    expect((await store.audit.verify()).breach).toMatchObject(breach)
  })

  test('vouches for rows that were chained before rows had a session and a call, and finds one put into them', async () => {
    await using store = await open()
    const old = [
      '0',
      TEST_NOW,
      null,
      'a.b',
      'model',
      'm1',
      null,
      '{"x":1}',
      '192.0.2.1',
      'console',
      'r1',
      'done',
    ] as const
    const [id, at, actor_id, action, target_kind, target_id, before, after, ip, client, request_id, outcome] = old
    const mac = store.envelope.mac(JSON.stringify([1, '', ...old]))
    const row = { id, at, actor_id, action, target_kind, target_id, before, after, ip, client, request_id, outcome }
    await store.db.kysely
      .insertInto('audit')
      .values({ ...row, session: null, call: null, n: 1, mac })
      .execute()
    await sql`update audit_head set n = 1, mac = ${mac}`.execute(store.db.kysely)
    await record(store, 1)
    expect(await store.audit.verify()).toEqual({ checked: 2, unchained: 0, breach: null })
    expect(await store.audit.get('0')).toMatchObject({ session: null, call: null, relatedBy: 'time' })
    await tamper(engine, store, `update audit set session = 'family-1' where n = 1`)
    expect((await store.audit.verify()).breach).toMatchObject({ n: 1, why: 'changed' })
  })

  test('chains rows of acts that happen at once, and none of an act that failed', async () => {
    await using store = await open()
    await addUser(store)
    const failing = store.db.transaction(() => Promise.reject(new Error('no')))
    await Promise.all([record(store, 5), record(store, 5), expect(failing).rejects.toThrow('no')])
    await store.users.patch('u1', { name: 'A' }, { audit: act({ action: 'user.changed' }) })
    expect(await store.audit.verify()).toEqual({ checked: 11, unchained: 0, breach: null })
  })

  test('knows rows from before there was a chain, and misses one of them', async () => {
    await using store = await open()
    const { id, ...rest } = { id: '0-old', at: 1, actor_id: null, action: 'a', target_kind: 'k', target_id: null }
    const old = { id, ...rest, before: null, after: null, ip: '', client: '', request_id: '', outcome: 'done' as const }
    await store.db.kysely
      .insertInto('audit')
      .values({ ...old, n: null, mac: null })
      .execute()
    await sql`update audit_head set unchained = 1`.execute(store.db.kysely)
    await record(store, 1)
    expect(await store.audit.verify()).toEqual({ checked: 1, unchained: 1, breach: null })
    const { items } = await store.audit.list({ limit: 10 })
    expect(items.map((item) => item.n)).toEqual([1, null])
    expect((await store.audit.get('0-old'))?.link).toBeNull()
    await tamper(engine, store, `delete from audit where id = '0-old'`)
    expect((await store.audit.verify()).breach).toEqual({ n: null, id: null, why: 'missing' })
  })

  test('one act is held against the chain by itself, with the codes of the acts beside it', async () => {
    await using store = await open()
    await record(store, 4)
    const rows = await store.db.kysely.selectFrom('audit').select(['id', 'n', 'mac']).orderBy('n').execute()
    const link = async (n: number) => (await store.audit.get(rows[n - 1]?.id ?? ''))?.link
    const ring = (n: number) => ({ n, mac: rows[n - 1]?.mac })
    expect(await link(1)).toEqual({ ...ring(1), previous: null, next: ring(2), breach: null })
    expect(await link(3)).toEqual({ ...ring(3), previous: ring(2), next: ring(4), breach: null })
    expect(await link(4)).toEqual({ ...ring(4), previous: ring(3), next: null, breach: null })
    await tamper(engine, store, `update audit set after = '{}' where n = 2`)
    const breaches = async () => Promise.all([1, 2, 3, 4].map(async (n) => (await link(n))?.breach))
    expect(await breaches()).toEqual([null, 'changed', null, null])
    await tamper(engine, store, `update audit set mac = 'x' where n = 2`)
    expect(await breaches()).toEqual([null, 'changed', 'changed', null])
  })

  test.each([
    ['an act between others', 2, { 1: 'missing', 3: 'missing', 4: null }],
    ['the first act', 1, { 2: 'missing', 3: null, 4: null }],
    ['the newest act', 4, { 1: null, 2: null, 3: 'missing' }],
  ])('the acts beside %s that was taken out say that one is missing', async (_name, gone, expected) => {
    await using store = await open()
    await record(store, 4)
    const { items } = await store.audit.list({ limit: 10 })
    await tamper(engine, store, `delete from audit where n = ${gone}`)
    const left = items.filter(({ n }) => n !== gone).toReversed()
    const found = await Promise.all(left.map(async ({ id, n }) => [n, (await store.audit.get(id))?.link?.breach]))
    expect(Object.fromEntries(found)).toEqual(expected)
  })

  test('is found by actor, action, target, outcome, time and words, page by page', async () => {
    await using store = await open()
    await addUser(store, 'root', 'admin')
    await store.audit.record(act({ actorId: 'root', action: 'user.created', targetKind: 'user', targetId: 'root' }))
    store.clock.set(TEST_NOW + 1000)
    await store.audit.record(act({ action: 'session.reused', outcome: 'refused', after: { family: 'blue_50%' } }))
    await store.audit.record(act())
    const actions = async (query: object) =>
      (await store.audit.list({ limit: 10, ...query })).items.map(({ action }) => action)
    expect(await actions({})).toEqual(['model.changed', 'session.reused', 'user.created'])
    expect(await actions({ actors: ['root'] })).toEqual(['user.created'])
    expect(await actions({ actions: ['session.', 'user.created'] })).toEqual(['session.reused', 'user.created'])
    expect(await actions({ targetKinds: ['model'], outcomes: ['done'] })).toEqual(['model.changed'])
    expect(await actions({ from: TEST_NOW + 1 })).toEqual(['model.changed', 'session.reused'])
    expect(await actions({ to: TEST_NOW + 1 })).toEqual(['user.created'])
    expect(await actions({ q: 'BLUE_50%' })).toEqual(['session.reused'])
    const first = await store.audit.list({ limit: 2 })
    expect((await store.audit.list({ limit: 2, cursor: first.next ?? '' })).items).toMatchObject([
      { action: 'user.created', actor: { id: 'root', role: 'admin' }, targetName: 'User root' },
    ])
  })

  test('is found by what its actor and its target are called today, and by nobody else of that name', async () => {
    await using store = await open()
    for (const id of ['root', 'u1', 'u2']) await addUser(store, id, id === 'root' ? 'admin' : 'user')
    await store.users.patch('root', { name: 'Grace Hopper' })
    await addKey(store, 'k1')
    const group = { id: 'g1', name: 'Navy', multiplierMicros: 1_000_000n, allowModels: null, note: '' }
    await store.groups.create({ ...group, isDefault: false, limits: [] })
    const facts = { actorId: 'root', before: null, after: null }
    await store.audit.record(act({ ...facts, action: 'user.changed', targetKind: 'user', targetId: 'u2' }))
    await store.audit.record(act({ ...facts, actorId: null, action: 'key.made', targetKind: 'key', targetId: 'k1' }))
    await store.audit.record(
      act({ ...facts, actorId: null, action: 'group.made', targetKind: 'group', targetId: 'g1' }),
    )
    await store.audit.record(
      act({ ...facts, actorId: null, action: 'other.made', targetKind: 'other', targetId: 'u2' }),
    )
    const found = async (q: string) => (await store.audit.list({ limit: 10, q })).items.map(({ action }) => action)
    expect(await found('hopper')).toEqual(['user.changed'])
    expect(await found('U2@example')).toEqual(['user.changed'])
    expect(await found('User u2')).toEqual(['user.changed'])
    expect(await found('Key k1')).toEqual(['key.made'])
    expect(await found('navy')).toEqual(['group.made'])
    expect(await found('Nobody')).toEqual([])
    expect((await store.audit.list({ limit: 10, q: 'navy' })).items).toMatchObject([{ targetName: 'Navy' }])
  })

  test('calls an announcement by its title in the language of whoever reads, or in the only one it has', async () => {
    await using store = await open()
    const text = { kind: 'info', body: { zh: '', en: '' }, pinned: false, groups: null, authorId: null } as const
    const times = { startsAt: null, endsAt: null, shownAt: null }
    const both = { zh: '数据库升级', en: 'Database upgrade' }
    for (const [id, title] of [['both', both] as const, ['one', { zh: '', en: 'Only English' }] as const])
      await store.announcementDesk.create(
        { ...text, ...times, id, title },
        { audit: act({ targetKind: 'announcement', targetId: id }) },
      )
    const names = async (query: object) =>
      (await store.audit.list({ limit: 10, ...query })).items.map(({ targetName }) => targetName)
    expect(await names({})).toEqual(['Only English', '数据库升级'])
    expect(await names({ locale: 'en' })).toEqual(['Only English', 'Database upgrade'])
    expect(await names({ q: 'database up' })).toEqual(['数据库升级'])
    const { items } = await store.audit.list({ targetId: 'both', limit: 1 })
    expect((await store.audit.get(items[0]?.id ?? '', 'en'))?.targetName).toBe('Database upgrade')
  })

  test('shows one act whole, with the call it came by and what was done next to it in its session', async () => {
    await using store = await open()
    const acts = Array.from({ length: 25 }, (_, n) => act({ action: `a.n${n}` }))
    for (const one of [...acts, act({ action: 'a.elsewhere', session: 'family-2' })]) await store.audit.record(one)
    const whole = async (action: string) => {
      const { items } = await store.audit.list({ actions: [action], limit: 1 })
      return store.audit.get(items[0]?.id ?? '')
    }
    const detail = await whole('a.n12')
    expect(detail).toMatchObject({ before: { context: 1 }, after: { context: 2, note: '改' } })
    expect(detail).toMatchObject({ session: 'family-1', relatedBy: 'session', call: act().call })
    const around = [...acts.slice(2, 12), ...acts.slice(13, 23)].map(({ action }) => action)
    expect(detail?.related.map(({ action }) => action)).toEqual(around)
    expect((await whole('a.elsewhere'))?.related).toEqual([])
    expect(await store.audit.get('none')).toBeUndefined()
  })

  test('shows beside an act of no session what the same person did within half an hour', async () => {
    await using store = await open()
    await addUser(store, 'root', 'admin')
    const at = [0, 29, 31, 58, 70].map((minute) => ({ minute, action: `a.m${minute}` }))
    for (const { minute, action } of at) {
      store.clock.set(TEST_NOW + minute * 60_000)
      await store.audit.record(act({ actorId: 'root', action, session: undefined, call: undefined }))
    }
    await store.audit.record(act({ session: undefined }))
    const { items } = await store.audit.list({ actions: ['a.m31'], limit: 1 })
    const detail = await store.audit.get(items[0]?.id ?? '')
    expect(detail).toMatchObject({ session: null, call: null, relatedBy: 'time' })
    expect(detail?.related.map(({ action }) => action)).toEqual(['a.m29', 'a.m58'])
  })
})
