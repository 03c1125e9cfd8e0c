import fs, { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setImmediate as pause } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { newId } from '../core/ids.ts'
import { systemClock } from '../core/time.ts'
import { holdFolder } from '../store/hold-folder.ts'
import { openDatabase } from '../store/database.ts'
import { MIGRATIONS, migrate } from '../store/migrate.ts'
import { openStore, storeIn } from '../store/store.ts'
import { addAccount } from '../store/test-account.ts'
import { openVault } from '../vault/vault.ts'
import { makeBackup } from './backup.ts'
import { moveAll } from './move-all.ts'
import { requireVaultOf } from './own-vault.ts'
import type { Place } from './place.ts'
import { placeIn, runAt } from './test-place.ts'

const HAN = /[\u4e00-\u9fff]/
/** The schema of the program before this one. */
const BEFORE = MIGRATIONS.length - 1

let folder: string
let dataDir: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'yumen-mishap-'))
  dataDir = join(folder, 'data')
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const place = (over: Partial<Place> = {}): Place => placeIn(dataDir, over)
const run = (args: string[], where = place()): Promise<string> => runAt(args, where)

/** What an operator reads when a command is refused. */
async function refusal(args: string[], where = place()): Promise<string> {
  return run(args, where).then(
    (said) => `it was done: ${said}`,
    (error: unknown) => (error as Error).message,
  )
}

/** A data folder with an account in it, of the schema of so many steps: what a request writes is of the present one. */
async function fill(steps = MIGRATIONS.length): Promise<void> {
  const { envelope } = await openVault(place())
  const migrations = MIGRATIONS.slice(0, steps)
  await using db = await openDatabase({ dataDir, prepare: (tx, engine) => migrate(tx, engine, { migrations }) })
  const store = storeIn(db, envelope, systemClock)
  await addAccount(db, 'u1')
  const topup = { userId: 'u1', kind: 'topup', amountNanos: 3n, actorId: null, reason: '', requestId: null } as const
  await store.accounts.book({ ...topup, id: newId(), idempotencyKey: 'topup-one' })
}

function schemaOf(path: string): unknown {
  const db = new DatabaseSync(path, { readOnly: true })
  try {
    return db.prepare('select max(version) as version from schema_version').get()?.['version']
  } finally {
    db.close()
  }
}

test('a check or a backup of a folder that is not there makes none', async () => {
  for (const args of [['verify'], ['backup', join(folder, 'one.db')]])
    expect(await refusal(args)).toMatch(/没有 yumen.db[\s\S]*There is no yumen.db in .*YUMEN_DATA/)
  const server = place({ databaseUrl: 'postgres://127.0.0.1:1/x' })
  expect(await refusal(['verify'], server)).toContain('There is no vault.json')
  expect(await readdir(folder)).toEqual([])
})

test('a check leaves the database of an older program as it is, since that program may be at work', async () => {
  await fill(BEFORE)
  expect(await refusal(['verify'])).toContain('start it first')
  expect(schemaOf(join(dataDir, 'yumen.db'))).toBe(BEFORE)
})

test('a backup made before an update is of the schema before, checked, and restores for the program of then and now', async () => {
  await fill(BEFORE)
  const target = join(folder, 'before.db')
  expect(await run(['backup', target])).toContain('1 accounts')
  expect(schemaOf(target)).toBe(BEFORE)
  expect(await readdir(folder)).toEqual(['before.db', 'data'])
  await run(['restore', target])
  expect(schemaOf(join(dataDir, 'yumen.db'))).toBe(BEFORE)
  await using store = await openStore({ dataDir, envelope: (await openVault(place())).envelope, clock: systemClock })
  expect((await store.accounts.get('u1')).credit).toBe(3n)
})

test.each([
  ['no database at all', () => Buffer.from('This is a letter. '.repeat(500))],
  ['torn', (whole: Buffer) => Buffer.concat([whole.subarray(0, 4096), Buffer.alloc(20_000, 7)])],
])('a database that is %s is said to be damaged, and gives way to a backup', async (_how, damage) => {
  await fill()
  const target = join(folder, 'one.db')
  await run(['backup', target])
  const database = join(dataDir, 'yumen.db')
  await writeFile(database, damage(await readFile(database)))
  expect(await refusal(['backup', join(folder, 'two.db')])).toMatch(
    /备份失败[\s\S]*The backup failed: .*(malformed|not a)/,
  )
  expect(await run(['restore', target])).toContain('Restored')
  expect(await run(['verify'])).toContain('1 accounts')
  expect(await readdir(folder)).toEqual(['data', 'one.db'])
})

test('damage that no sum depends on is found by a check', async () => {
  await fill()
  const database = join(dataDir, 'yumen.db')
  const db = new DatabaseSync(database)
  db.exec('pragma wal_checkpoint(truncate)')
  const { page } = db.prepare(`select rootpage as page from sqlite_master where name = 'announcement'`).get() as {
    page: number
  }
  db.close()
  expect(await run(['verify'])).toContain('1 accounts')
  const whole = await readFile(database)
  await writeFile(database, whole.fill(7, (page - 1) * 4096, page * 4096))
  expect(await refusal(['verify'])).toMatch(/yumen.db 已损坏[\s\S]*is damaged/)
})

/** Does something to a backup's unfinished file as soon as there is one, and answers what the operator reads. */
async function meanwhile(target: string, act: (draft: string) => Promise<void>): Promise<string> {
  let done = false
  const said = refusal(['backup', target]).finally(() => (done = true))
  for (let draft: string | undefined; !done && draft === undefined; await pause()) {
    draft = (await readdir(folder)).find((name) => name.endsWith('.part'))
    if (draft !== undefined) await act(join(folder, draft))
  }
  return said
}

test('a backup whose file vanishes while it is made is none, not an empty one', async () => {
  await fill()
  const said = await meanwhile(join(folder, 'one.db'), (draft) => rm(draft))
  expect(said).toMatch(/被移走或删除[\s\S]*was moved or deleted while it was written/)
  expect(await readdir(folder)).toEqual(['data'])
})

test('a backup that is under way when the gateway stops is given up, and leaves nothing', async () => {
  await fill()
  const by = { version: '1', now: systemClock.now, signal: AbortSignal.abort() }
  await expect(makeBackup(place(), join(folder, 'one.db'), by)).rejects.toThrow(/aborted/)
  expect(await readdir(folder)).toEqual(['data'])
})

test('a backup takes nothing from what got its name meanwhile, nor from another one under way', async () => {
  await fill()
  const target = join(folder, 'one.db')
  expect(await meanwhile(target, () => writeFile(target, 'precious'))).toContain('exists already')
  expect(await readFile(target, 'utf8')).toBe('precious')
  await rm(target)
  const both = await Promise.all([refusal(['backup', target]), refusal(['backup', target])])
  expect(both.filter((said) => !/it was done[^]*1 accounts|exists already/.test(said))).toEqual([])
  expect(await readdir(folder)).toEqual(['data', 'one.db'])
  expect(await run(['restore', target])).toContain('1 accounts')
})

test('a backup that is damaged is said to be, and nothing is restored', async () => {
  await fill()
  const target = join(folder, 'one.db')
  await run(['backup', target])
  const whole = await readFile(target)
  for (const at of [100, 4096, whole.length >> 1]) {
    await writeFile(target, Buffer.concat([whole.subarray(0, at), Buffer.alloc(whole.length - at, 7)]))
    expect(await refusal(['restore', target]), `from ${at} on`).toMatch(/已损坏[\s\S]*is damaged/)
  }
  expect((await readdir(dataDir)).filter((name) => name.includes('restore'))).toEqual([])
})

test('nothing is restored into a folder that a process holds, even one without a database', async () => {
  await fill()
  const target = join(folder, 'one.db')
  await run(['backup', target])
  const masterKey = (await readFile(join(dataDir, 'master.key'), 'utf8')).trim()
  const elsewhere = place({ dataDir: join(folder, 'elsewhere'), masterKey })
  {
    using _held = await holdFolder({ dataDir: elsewhere.dataDir, withinMs: 0 })
    expect(await refusal(['restore', target], elsewhere)).toContain('Another process of Yumen uses this data folder')
  }
  expect(await run(['restore', target], elsewhere)).toContain('Restored')
})

test('what cannot all be moved goes back to where it was', async () => {
  const at = (name: string) => join(folder, name)
  for (const name of ['a', 'b']) await writeFile(at(name), name)
  const moves = [
    { from: at('a'), to: at('c') },
    { from: at('b'), to: at('a') },
    { from: at('none'), to: at('d') },
  ]
  await expect(moveAll(moves)).rejects.toThrow(/无法移动[^]*none cannot be moved, and nothing was changed/)
  expect(await Promise.all(['a', 'b'].map((name) => readFile(at(name), 'utf8')))).toEqual(['a', 'b'])
  expect(await readdir(folder)).toEqual(['a', 'b'])
})

test('what does not go back where it was is told of with the reason for it all, and takes no other’s place', async () => {
  const at = (name: string) => join(folder, name)
  for (const name of ['a', 'b', 'e']) await writeFile(at(name), name)
  const moves = [
    { from: at('e'), to: at('f') },
    { from: at('a'), to: at('c') },
    { from: at('b'), to: at('c') },
    { from: at('none'), to: at('d') },
  ]
  const said = await moveAll(moves).catch((error: unknown) => (error as Error).message)
  expect(said).toMatch(/未能全部放回[^]*none cannot be moved: ENOENT[^]*move it yourself:\n.*f → .*e\n.*c → .*a$/)
  expect(await readdir(folder)).toEqual(['b', 'f'])
})

test('a restore that can be neither ended nor undone says why, and the folder is not begun anew', async () => {
  await fill()
  const target = join(folder, 'one.db')
  await run(['backup', target])
  await mkdir(join(dataDir, 'journal'))
  const { rename } = fs
  const spied = vi.spyOn(fs, 'rename').mockImplementation((from, to) => {
    if (String(to).endsWith('journal')) return Promise.reject(new Error('EBUSY: a disk is mounted there'))
    return String(from).includes('before-restore') ? Promise.reject(new Error('EIO')) : rename(from, to)
  })
  syncBuiltinESMExports()
  const said = await refusal(['restore', target])
  spied.mockRestore()
  syncBuiltinESMExports()
  expect(said).toMatch(/journal cannot be moved: EBUSY[^]*before-restore-.*yumen.db → .*data\/yumen.db/)
  await expect(requireVaultOf(place())).rejects.toThrow(/cut short/)
})

test('a folder whose restore was killed between what was and what comes is not begun anew, and is restored again', async () => {
  await fill()
  const target = join(folder, 'one.db')
  await run(['backup', target])
  await mkdir(join(dataDir, '.restore-2026'))
  await requireVaultOf(place())
  await rm(join(dataDir, 'yumen.db'))
  await expect(requireVaultOf(place())).rejects.toThrow(/恢复没有完成[^]*cut short: run restore again/)
  // Another try that is refused makes the folder no safer.
  expect(await refusal(['restore', target], place({ masterKey: 'x'.repeat(40) }))).toMatch(HAN)
  await expect(requireVaultOf(place())).rejects.toThrow(/恢复没有完成/)
  expect(await run(['restore', target])).toContain('1 accounts')
  await requireVaultOf(place())
  expect((await readdir(dataDir)).filter((name) => name.startsWith('.restore'))).toEqual([])
})

test('a new master key that was written half is written whole when it is asked again', async () => {
  await fill()
  const own = join(dataDir, 'master.key')
  const old = await readFile(own, 'utf8')
  const next = join(folder, 'next.key')
  await writeFile(next, 'n'.repeat(43))
  await run(['rekey', next])
  await writeFile(own, old)
  expect(await run(['rekey', next])).toContain('master.key')
  expect((await openVault(place())).masterKeyPath).toBe(own)
})

test('a database whose vault is gone is not begun anew; a folder without either is', async () => {
  await requireVaultOf(place())
  await fill()
  await requireVaultOf(place())
  await rm(join(dataDir, 'vault.json'))
  await expect(requireVaultOf(place())).rejects.toThrow(/没有 vault.json[\s\S]*no vault.json.*restore a backup/)
  await requireVaultOf(place({ databaseUrl: 'postgres://127.0.0.1:1/x' }))
})

test('a master key’s file that cannot be read is named, and is no fault of the data folder', async () => {
  const said = await openVault(place({ masterKeyFile: folder })).catch((error: unknown) => error as Error)
  expect(said).toMatchObject({ message: expect.stringMatching(/YUMEN_MASTER_KEY_FILE[\s\S]*cannot be read: EISDIR/) })
  expect(said).not.toHaveProperty('code')
})

test('every refusal is in both languages', async () => {
  await fill()
  const taken = join(folder, 'taken.db')
  await writeFile(taken, 'precious')
  await mkdir(join(folder, 'elsewhere'))
  const good = join(folder, 'good.db')
  await run(['backup', good])
  const server = place({ databaseUrl: 'postgres://db/x' })
  const said = [
    await refusal(['backup']),
    await refusal(['nothing']),
    await refusal(['backup', taken]),
    await refusal(['backup', join(folder, 'no', 'one.db')]),
    await refusal(['backup', join(folder, 'one.db')], server),
    await refusal(['restore', join(folder, 'none.db')]),
    await refusal(['restore', taken]),
    await refusal(['restore', join(dataDir, 'yumen.db')]),
    await refusal(['restore', good], place({ dataDir: join(folder, 'elsewhere') })),
    await refusal(['restore', good], place({ masterKey: 'x'.repeat(40) })),
    await refusal(['rekey', join(folder, 'none.key')]),
    await refusal(['rekey', taken]),
    await refusal(['verify'], place({ masterKey: 'x'.repeat(40) })),
    await refusal(['verify'], place({ masterKey: 'short' })),
  ]
  expect(said.filter((text) => text.startsWith('it was done') || !HAN.test(text))).toEqual([])
  expect((await stat(taken)).size).toBe(8)
  expect(await run(['help'])).toMatch(/用法[^]*backup <file> .*\n.*restore <file> /)
})
