import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { systemClock } from '../core/time.ts'
import { openStore, type Store } from '../store/store.ts'
import { newRecoveryCodes } from '../vault/recovery-codes.ts'
import { codeAt } from '../vault/test-authenticator.ts'
import { newTotpSecret } from '../vault/totp.ts'
import { openVault } from '../vault/vault.ts'
import { placeIn, runAt } from './test-place.ts'

let dataDir: string
let store: Store
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'yumen-second-factor-'))
  const { envelope } = await openVault({ dataDir })
  store = await openStore({ dataDir, envelope, clock: systemClock })
  const root = { id: 'root', email: 'root@example.com', name: 'root', role: 'admin', passwordHash: 'hash' } as const
  await store.users.create({ ...root, mustChangePassword: false })
})
afterEach(async () => {
  await store[Symbol.asyncDispose]()
  await rm(dataDir, { recursive: true, force: true })
})

const run = (email: string) => runAt(['end-second-factor', email], placeIn(dataDir))

test('whoever lost authenticator and recovery codes is let in by the operator’s terminal, while the gateway works', async () => {
  const secret = newTotpSecret()
  await store.secondFactor.begin('root', secret)
  const turnedOn = { codes: newRecoveryCodes(), keepFamily: '' }
  await store.secondFactor.confirm('root', codeAt(secret, systemClock.now()), turnedOn)
  expect(await store.secondFactor.isOn('root')).toBe(true)
  expect(await run('Root@example.com')).toContain('Two-step verification is off')
  expect(await store.secondFactor.isOn('root')).toBe(false)
  const { items } = await store.audit.list({ limit: 10 })
  expect(items).toMatchObject([
    { action: 'user.second_factor_reset', targetId: 'root', actor: null, client: 'yumen end-second-factor' },
  ])
  expect((await store.audit.verify()).breach).toBeNull()
  const activity = await store.activity.list({ userId: 'root' }, { limit: 10 })
  expect(activity.items).toMatchObject([{ kind: 'second_factor.reset', details: { by: 'admin' } }])
})

test('an account that has none, and an e-mail that nobody has, are told of', async () => {
  await expect(run('root@example.com')).rejects.toThrow(/没有开启两步验证[\s\S]*has no two-step verification/)
  await expect(run('nobody@example.com')).rejects.toThrow(/没有邮箱为[\s\S]*no user with the e-mail nobody@example.com/)
})
