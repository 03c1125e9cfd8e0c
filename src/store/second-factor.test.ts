import { describe, expect, test } from 'vitest'
import { HOUR_MS, SECOND_MS } from '../core/time.ts'
import { newRecoveryCodes } from '../vault/recovery-codes.ts'
import { codeAt } from '../vault/test-authenticator.ts'
import { newTotpSecret } from '../vault/totp.ts'
import type { NewSession } from './sessions.ts'
import { addUser } from './test-records.ts'
import { engines, TEST_NOW, type TestStore } from './test-store.ts'

const STEP_MS = 30 * SECOND_MS

function aSession(id: string): NewSession {
  const hashes = { accessHash: `access-${id}`, refreshHash: `refresh-${id}` }
  const until = { accessExpiresAt: TEST_NOW + HOUR_MS, refreshExpiresAt: TEST_NOW + HOUR_MS }
  return { id, family: id, userId: 'u1', ...hashes, userAgent: '', ip: '', createdAt: TEST_NOW, ...until }
}

const signIn = (store: TestStore, id: string, code?: string) => store.sessions.open(aSession(id), 'hash', { code })
const alive = async (store: TestStore) => (await store.sessions.listAlive('u1')).map(({ id }) => id).toSorted()

/** A user who has turned it on two steps ago. */
async function turnedOn(store: TestStore) {
  await addUser(store)
  const secret = newTotpSecret()
  const codes = newRecoveryCodes()
  expect(await store.secondFactor.begin('u1', secret)).toBe(true)
  const early = codeAt(secret, TEST_NOW)
  expect(await store.secondFactor.confirm('u1', early, { codes, keepFamily: 'own' })).toMatchObject({ ok: true })
  store.clock.set(TEST_NOW + 2 * STEP_MS)
  return { secret, codes, early, code: codeAt(secret, TEST_NOW + 2 * STEP_MS) }
}

describe.each(engines)('a second factor on %s', (_, open) => {
  test('is asked for once a code of its secret was confirmed, and ends every session but that one', async () => {
    await using store = await open()
    await addUser(store)
    for (const id of ['own', 'other']) await signIn(store, id)
    const secret = newTotpSecret()
    await store.secondFactor.begin('u1', secret)
    expect(await signIn(store, 'third')).toMatchObject({ ok: true })
    expect(await store.secondFactor.state('u1')).toEqual({ enabledAt: null, codesLeft: 0 })
    const turnedOn = { codes: newRecoveryCodes(), keepFamily: 'own' }
    const confirm = (code: string) => store.secondFactor.confirm('u1', code, turnedOn)
    expect(await confirm(codeAt(secret, TEST_NOW + 2 * STEP_MS))).toMatchObject({ refused: 'code_wrong' })
    expect(await confirm(turnedOn.codes[0] ?? '')).toMatchObject({ refused: 'code_wrong' })
    expect(await alive(store)).toEqual(['other', 'own', 'third'])
    expect(await confirm(codeAt(secret, TEST_NOW))).toMatchObject({ ok: true })
    expect(await store.secondFactor.state('u1')).toEqual({ enabledAt: TEST_NOW, codesLeft: 10 })
    expect(await alive(store)).toEqual(['own'])
    expect(await signIn(store, 'fourth')).toMatchObject({ refused: 'code_needed' })
    expect(await confirm(codeAt(secret, TEST_NOW + STEP_MS))).toMatchObject({ refused: 'second_factor_on' })
    expect(await store.secondFactor.begin('u1', newTotpSecret())).toBe(false)
  })

  test('takes each code once and none from before it, however many show it at once', async () => {
    await using store = await open()
    const { secret, early, code } = await turnedOn(store)
    expect(await signIn(store, 'early', early)).toMatchObject({ refused: 'code_wrong' })
    const both = await Promise.all(['one', 'two'].map((id) => signIn(store, id, code)))
    expect(both.filter(({ ok }) => ok)).toHaveLength(1)
    expect(await signIn(store, 'before', codeAt(secret, TEST_NOW + STEP_MS))).toMatchObject({ refused: 'code_wrong' })
    expect(await signIn(store, 'next', codeAt(secret, TEST_NOW + 3 * STEP_MS))).toMatchObject({ ok: true })
    expect(await signIn(store, 'again', codeAt(secret, TEST_NOW + 2 * STEP_MS))).toMatchObject({
      refused: 'code_wrong',
    })
  })

  test('takes each recovery code once, however many show it at once, and tells how many are left', async () => {
    await using store = await open()
    const { codes } = await turnedOn(store)
    const both = await Promise.all(['one', 'two'].map((id) => signIn(store, id, codes[3])))
    expect(both.filter(({ ok }) => ok)).toHaveLength(1)
    expect(await store.secondFactor.state('u1')).toMatchObject({ codesLeft: 9 })
    expect(await signIn(store, 'other', codes[4]?.toUpperCase().replace('-', ' '))).toMatchObject({ ok: true })
    const { items } = await store.notices.list('u1', { limit: 10 })
    expect(items.map(({ facts }) => [facts['act'], facts['left']])).toEqual([
      ['recovery_code.used', 8],
      ['recovery_code.used', 9],
    ])
  })

  test('does not use a code up where the password was changed while it was checked', async () => {
    await using store = await open()
    const { codes, code } = await turnedOn(store)
    for (const shown of [code, codes[0]])
      expect(await store.sessions.open(aSession('late'), 'another', { code: shown })).toMatchObject({ ok: false })
    expect(await signIn(store, 'one', code)).toMatchObject({ ok: true })
    expect(await signIn(store, 'two', codes[0])).toMatchObject({ ok: true })
  })

  test('begun anew it has another secret, and the one before is of no use', async () => {
    await using store = await open()
    await addUser(store)
    const [first, second] = [newTotpSecret(), newTotpSecret()]
    for (const secret of [first, second]) expect(await store.secondFactor.begin('u1', secret)).toBe(true)
    const confirm = (secret: string) =>
      store.secondFactor.confirm('u1', codeAt(secret, TEST_NOW), { codes: newRecoveryCodes(), keepFamily: 'own' })
    expect(await confirm(first)).toMatchObject({ refused: 'code_wrong' })
    expect(await confirm(second)).toMatchObject({ ok: true })
  })

  test('gets other recovery codes for a code, and those of before hold no more', async () => {
    await using store = await open()
    const { codes, code } = await turnedOn(store)
    const renewed = newRecoveryCodes()
    const renew = (shown: string) => store.secondFactor.renew('u1', shown, { codes: renewed })
    expect(await renew('000000')).toMatchObject({ refused: 'code_wrong' })
    expect(await renew(code)).toMatchObject({ ok: true })
    expect(await renew(code)).toMatchObject({ refused: 'code_wrong' })
    expect(await signIn(store, 'old', codes[0])).toMatchObject({ refused: 'code_wrong' })
    expect(await signIn(store, 'new', renewed[0])).toMatchObject({ ok: true })
  })

  test('tells its owner of codes that were renewed, and what was done with a recovery code', async () => {
    await using store = await open()
    const { codes, code } = await turnedOn(store)
    const telling = (kind: 'recovery_codes.renewed' | 'second_factor.disabled') => ({
      activity: { userId: 'u1', kind, ip: '', userAgent: '', details: {} },
    })
    const [second, third] = [newRecoveryCodes(), newRecoveryCodes()]
    const renew = (shown: string, renewed: string[]) =>
      store.secondFactor.renew('u1', shown, { codes: renewed, trail: telling('recovery_codes.renewed') })
    expect(await renew(code, second)).toMatchObject({ ok: true })
    expect(await renew(codes[0] ?? '', third)).toMatchObject({ refused: 'code_wrong' })
    expect(await renew(second[0] ?? '', third)).toMatchObject({ ok: true })
    const ended = await store.secondFactor.end('u1', third[0] ?? '', telling('second_factor.disabled'))
    expect(ended).toMatchObject({ ok: true })
    const written = await store.activity.list({ userId: 'u1' }, { limit: 10 })
    expect(written.items.map(({ kind, details }) => [kind, details])).toEqual([
      ['second_factor.disabled', { by_recovery_code: true }],
      ['recovery_codes.renewed', { by_recovery_code: true }],
      ['recovery_codes.renewed', {}],
    ])
    const { items } = await store.notices.list('u1', { limit: 10 })
    expect(items.map(({ facts }) => facts['act'])).toEqual(written.items.map(({ kind }) => kind))
  })

  test('ends with a code, after which there is nothing to renew, to end or to reset', async () => {
    await using store = await open()
    const { code, codes } = await turnedOn(store)
    expect(await store.secondFactor.end('u1', '000000')).toMatchObject({ refused: 'code_wrong' })
    expect(await store.secondFactor.end('u1', code)).toMatchObject({ ok: true })
    expect(await store.secondFactor.state('u1')).toEqual({ enabledAt: null, codesLeft: 0 })
    expect(await signIn(store, 'one')).toMatchObject({ ok: true })
    const off = { refused: 'second_factor_off' }
    expect(await store.secondFactor.end('u1', codes[0] ?? '')).toMatchObject(off)
    expect(await store.secondFactor.renew('u1', codes[0] ?? '', { codes })).toMatchObject(off)
    expect(await store.secondFactor.confirm('u1', code, { codes, keepFamily: 'own' })).toMatchObject(off)
    expect(await store.secondFactor.reset('u1')).toBe(false)
  })

  test('is reset without a code, which ends every session', async () => {
    await using store = await open()
    const { code } = await turnedOn(store)
    await signIn(store, 'one', code)
    expect(await store.secondFactor.reset('u1')).toBe(true)
    expect(await alive(store)).toEqual([])
    expect(await signIn(store, 'two')).toMatchObject({ ok: true })
  })

  test('goes with its account', async () => {
    await using store = await open()
    await turnedOn(store)
    await addUser(store, 'u2', 'admin')
    expect((await store.userAdmin.list({ limit: 10, zone: 'UTC' })).items.map((user) => user.secondFactor)).toEqual([
      false,
      true,
    ])
    await store.userAdmin.remove('u1')
    for (const table of ['totp', 'recovery_code'] as const)
      expect(await store.db.kysely.selectFrom(table).selectAll().execute()).toEqual([])
  })

  test('is kept sealed, for its account alone, and its recovery codes as what nobody can try', async () => {
    await using store = await open()
    const { secret, codes } = await turnedOn(store)
    const { kysely } = store.db
    const kept = [await kysely.selectFrom('totp').selectAll().execute()]
    const hashes = await kysely.selectFrom('recovery_code').selectAll().execute()
    const text = JSON.stringify([kept, hashes])
    for (const one of [secret, ...codes, ...codes.map((code) => code.replace('-', ''))]) expect(text).not.toContain(one)
    await addUser(store, 'u2')
    await kysely.deleteFrom('totp').execute()
    await kysely
      .insertInto('totp')
      .values({ ...kept[0]?.[0], user_id: 'u2' } as never)
      .execute()
    await expect(store.secondFactor.end('u2', codeAt(secret, store.clock.now()))).rejects.toThrow('changed, moved')
  })
})
