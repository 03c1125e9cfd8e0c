import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { changeMasterKey, openVault } from './vault.ts'

let dataDir: string
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'yumen-vault-'))
})
afterEach(() => rm(dataDir, { recursive: true }))

const masterKey = 'a-master-key-of-an-operator-0123456789'

test('the first start makes a master key only its owner can read, and says where', async () => {
  const vault = await openVault({ dataDir })
  expect(vault.masterKeyPath).toBe(join(dataDir, 'master.key'))
  for (const name of ['master.key', 'vault.json']) expect((await stat(join(dataDir, name))).mode & 0o777).toBe(0o600)
  expect((await readdir(dataDir)).toSorted()).toEqual(['master.key', 'vault.json'])
})

test('a second start opens the same vault', async () => {
  const first = await openVault({ dataDir })
  const second = await openVault({ dataDir })
  expect(second.keyId).toBe(first.keyId)
  expect(second.envelope.open(first.envelope.seal('secret', 'a'), 'a')).toBe('secret')
  expect(second.hashKey('sk-ym-x')).toBe(first.hashKey('sk-ym-x'))
  expect(second.mint.after('t')).toEqual(first.mint.after('t'))
})

test('a master key from the environment or from a file leaves none in the data folder', async () => {
  const path = join(dataDir, 'elsewhere')
  await writeFile(path, `${masterKey}\n`)
  const given = await openVault({ dataDir, masterKey })
  const read = await openVault({ dataDir, masterKeyFile: path })
  expect(given.masterKeyPath).toBeNull()
  expect(read.hashKey('k')).toBe(given.hashKey('k'))
  expect(await readdir(dataDir)).not.toContain('master.key')
})

test('a wrong master key refuses the start', async () => {
  await openVault({ dataDir, masterKey })
  await expect(openVault({ dataDir, masterKey: `${masterKey}x` })).rejects.toThrow('does not fit this data folder')
})

test('a missing master key refuses the start instead of making a new one', async () => {
  await openVault({ dataDir })
  await rm(join(dataDir, 'master.key'))
  await expect(openVault({ dataDir })).rejects.toThrow('is missing')
  expect(await readdir(dataDir)).toEqual(['vault.json'])
})

test('a short master key, a file that is missing or none, and a damaged record are named', async () => {
  await expect(openVault({ dataDir, masterKey: 'short' })).rejects.toThrow('at least 32 characters')
  await expect(openVault({ dataDir, masterKeyFile: join(dataDir, 'none') })).rejects.toThrow('does not exist')
  await mkdir(join(dataDir, 'folder'))
  await expect(openVault({ dataDir, masterKeyFile: join(dataDir, 'folder') })).rejects.toThrow('cannot be read')
  await writeFile(join(dataDir, 'vault.json'), '{')
  await expect(openVault({ dataDir, masterKey })).rejects.toThrow('damaged')
  await writeFile(join(dataDir, 'vault.json'), '{"version":9}')
  await expect(openVault({ dataDir, masterKey })).rejects.toThrow('unknown form')
  await writeFile(join(dataDir, 'vault.json'), '{"version":1,"keyId":"a"}')
  await expect(openVault({ dataDir, masterKey })).rejects.toThrow('unknown form')
})

test('32 characters are enough for a master key', async () => {
  await expect(openVault({ dataDir, masterKey: 'x'.repeat(31) })).rejects.toThrow('at least 32 characters')
  await openVault({ dataDir, masterKey: 'x'.repeat(32) })
})

test('another master key opens the same vault from the next start on, also where changing it was cut short', async () => {
  const path = join(dataDir, 'master.key')
  const first = await openVault({ dataDir })
  const before = await readFile(path, 'utf8')
  for (const kept of [null, before]) {
    if (kept !== null) await writeFile(path, kept)
    expect(await changeMasterKey({ dataDir }, `${masterKey}\n`)).toEqual({ masterKeyPath: path })
    expect(await readFile(path, 'utf8')).toBe(`${masterKey}\n`)
    expect((await openVault({ dataDir })).hashKey('k')).toBe(first.hashKey('k'))
  }
  await expect(openVault({ dataDir, masterKey: before.trim() })).rejects.toThrow('does not fit')
})

test('a master key that is kept elsewhere is changed there by whoever keeps it; without a vault there is none to change', async () => {
  const next = `${masterKey}x`
  await expect(changeMasterKey({ dataDir, masterKey }, next)).rejects.toThrow('There is no vault.json')
  await openVault({ dataDir, masterKey })
  expect(await changeMasterKey({ dataDir, masterKey }, next)).toEqual({ masterKeyPath: null })
  expect(await readdir(dataDir)).toEqual(['vault.json'])
  await openVault({ dataDir, masterKey: next })
})

test('neither the master key nor the data key lies in vault.json', async () => {
  const vault = await openVault({ dataDir, masterKey })
  const text = await readFile(join(dataDir, 'vault.json'), 'utf8')
  expect(text).not.toContain(masterKey)
  expect(Object.keys(JSON.parse(text) as object)).toEqual(['version', 'keyId', 'wrapped'])
  expect(vault.derive('a').equals(vault.derive('b'))).toBe(false)
})
