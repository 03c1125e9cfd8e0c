import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { systemClock } from '../core/time.ts'
import { openStore, type Store } from '../store/store.ts'
import { createPasswords } from '../vault/passwords.ts'
import { openVault } from '../vault/vault.ts'
import { placeIn, runAt } from './test-place.ts'

let dataDir: string
let store: Store
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'yumen-password-'))
  const { envelope } = await openVault({ dataDir })
  store = await openStore({ dataDir, envelope, clock: systemClock })
  await store.users.create({
    id: 'root',
    email: 'root@example.com',
    name: 'root',
    role: 'admin',
    passwordHash: await createPasswords().hash('the one that was lost'),
    mustChangePassword: false,
  })
})
afterEach(async () => {
  await store[Symbol.asyncDispose]()
  await rm(dataDir, { recursive: true, force: true })
})

test('whoever lost a password gets a one-time one from the operator’s terminal, while the gateway works', async () => {
  const said = await runAt(['password', 'Root@example.com'], placeIn(dataDir))
  const made = /password: (\w{20})$/m.exec(said)?.[1] ?? ''
  expect(await createPasswords().verify(made, (await store.users.passwordHash('root')) ?? null)).toBe(true)
  expect(await store.users.byId('root')).toMatchObject({ mustChangePassword: true })
  const { items } = await store.audit.list({ limit: 10 })
  expect(items).toMatchObject([{ action: 'user.password_reset', targetId: 'root', actor: null }])
  expect((await store.audit.verify()).breach).toBeNull()
})

test('an e-mail that nobody has changes nothing', async () => {
  await expect(runAt(['password', 'nobody@example.com'], placeIn(dataDir))).rejects.toThrow(
    /没有邮箱为 nobody@example.com 的用户[\s\S]*no user with the e-mail nobody@example.com/,
  )
  expect(await store.users.byId('root')).toMatchObject({ mustChangePassword: false })
})
