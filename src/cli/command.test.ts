import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setImmediate as pause } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { newId } from '../core/ids.ts'
import { systemClock } from '../core/time.ts'
import { openStore, type Store } from '../store/store.ts'
import { aRequest } from '../store/test-records.ts'
import { keepServed, openVault } from '../vault/vault.ts'
import { isCommand, runCommand } from './command.ts'
import { openOwnVault } from './own-vault.ts'
import type { Place } from './place.ts'
import { placeIn, runAt } from './test-place.ts'

let dataDir: string
let folder: string
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'yumen-data-'))
  folder = await mkdtemp(join(tmpdir(), 'yumen-backups-'))
})
afterEach(async () => {
  for (const path of [dataDir, folder]) await rm(path, { recursive: true, force: true })
})

const place = (over: Partial<Place> = {}): Place => placeIn(dataDir, over)
const run = (args: string[], where = place()): Promise<string> => runAt(args, where)

async function open(): Promise<Store> {
  const { envelope } = await openVault(place())
  return openStore({ dataDir, envelope, clock: systemClock })
}

async function spend(store: Store, requests: number): Promise<void> {
  const at = systemClock.now()
  const records = Array.from({ length: requests }, () => aRequest({ id: newId(), at, costNanos: 3n }))
  await store.requests.insertSettled(records)
}

async function act(store: Store): Promise<void> {
  const facts = { actorId: null, targetKind: 'model', targetId: 'm', before: null, after: null }
  const from = { ip: '', client: '', requestId: '', outcome: 'done' } as const
  await store.audit.record({ action: 'model.changed', ...facts, ...from })
}

const spentIn = async (store: Store) => (await store.accounts.get('u1')).spent

test('a backup made while the gateway writes is of one moment, adds up, and does so where it is restored', async () => {
  await using store = await open()
  await spend(store, 100)
  await act(store)
  const target = join(folder, 'one.db')
  let writing = true
  const load = (async () => {
    while (writing) await spend(store, 20)
  })()
  const said = await run(['backup', target])
  writing = false
  await load
  expect(said).toContain('Backup made')
  expect((await stat(target)).mode & 0o777).toBe(0o600)
  expect(await readdir(folder)).toEqual(['one.db'])
  const copy = new DatabaseSync(target, { readOnly: true })
  const rows = copy.prepare('select (select sum(cost_nanos) from request) as paid, spent_nanos from account').get()
  copy.close()
  const { paid, spent_nanos: spent } = rows as { paid: number; spent_nanos: number }
  expect(paid).toBeGreaterThanOrEqual(300)
  expect(paid).toBe(spent)
  const masterKey = (await readFile(join(dataDir, 'master.key'), 'utf8')).trim()
  const elsewhere = place({ dataDir: join(folder, 'elsewhere'), masterKey })
  await run(['restore', target], elsewhere)
  expect(await run(['verify'], elsewhere)).toContain('1 accounts')
})

test('what was restored is what was backed up, with secrets that open; what was there before is moved aside', async () => {
  const first = await open()
  await spend(first, 10)
  const { mac } = (await openVault(place())).envelope
  const code = mac('a word')
  const target = join(folder, 'one.db')
  await run(['backup', target])
  await spend(first, 5)
  await first[Symbol.asyncDispose]()
  await writeFile(join(dataDir, 'journal'), 'what was not stored yet')
  const said = await run(['restore', target])
  await using second = await open()
  expect(await spentIn(second)).toBe(30n)
  expect((await openVault(place())).envelope.mac('a word')).toBe(code)
  const aside = /before: (\S+)/.exec(said)?.[1] ?? ''
  expect(await readdir(aside)).toEqual(['journal', 'vault.json', 'yumen.db'])
})

test('what a backup is made of is nobody else’s to read, from its first byte on', async () => {
  await using store = await open()
  await spend(store, 300)
  const target = join(folder, 'one.db')
  const seen = new Set<string>()
  const look = async () => {
    for (const name of await readdir(folder)) {
      const found = await stat(join(folder, name)).catch(() => null)
      if (found) seen.add(`${name} ${(found.mode & 0o777).toString(8)}`)
    }
  }
  let done = false
  const made = run(['backup', target]).finally(() => (done = true))
  for (; !done; await pause()) await look()
  await made
  expect([...seen].filter((one) => !one.endsWith(' 600'))).toEqual([])
  expect([...seen]).toContainEqual(expect.stringMatching(/^one\.db\..+\.part 600$/))
})

test('a backup restores into an empty folder once the master key is there', async () => {
  await using store = await open()
  await spend(store, 10)
  const target = join(folder, 'one.db')
  await run(['backup', target])
  const elsewhere = join(folder, 'elsewhere')
  await expect(run(['restore', target], place({ dataDir: elsewhere }))).rejects.toThrow('Put the master key')
  const masterKey = (await readFile(join(dataDir, 'master.key'), 'utf8')).trim()
  const there = place({ dataDir: elsewhere, masterKey })
  expect(await run(['restore', target], there)).toContain('Restored')
  expect(await run(['verify'], there)).toContain('1 accounts')
  const other = place({ dataDir: join(folder, 'third'), masterKey: 'x'.repeat(40) })
  await expect(run(['restore', target], other)).rejects.toThrow('The backup opens with the master key of its time')
})

test('nothing is restored while the gateway runs, or from what is no backup or damaged', async () => {
  await using store = await open()
  await spend(store, 10)
  const target = join(folder, 'one.db')
  await run(['backup', target])
  await expect(run(['restore', target])).rejects.toThrow('stop it before restoring')
  expect(await spentIn(store)).toBe(30n)
  await expect(run(['restore', join(folder, 'none.db')])).rejects.toThrow('There is no')
  const letter = join(folder, 'letter.txt')
  await writeFile(letter, 'This is a letter. '.repeat(500))
  await expect(run(['restore', letter])).rejects.toThrow('is no backup of Yumen')
  await expect(run(['restore', join(dataDir, 'yumen.db')])).rejects.toThrow('is no backup, but a database')
  expect((await readdir(dataDir)).filter((name) => name.includes('restore'))).toEqual([])
})

test('a backup whose sums were changed is neither made nor restored', async () => {
  const store = await open()
  await spend(store, 10)
  const target = join(folder, 'one.db')
  await run(['backup', target])
  await store[Symbol.asyncDispose]()
  for (const path of [target, join(dataDir, 'yumen.db')]) {
    const db = new DatabaseSync(path)
    db.exec('update account set spent_nanos = 1')
    db.close()
  }
  const wrong = /I1 u1: 0.000000001 USD stands where 0.00000003 USD is right/
  await expect(run(['restore', target])).rejects.toThrow(wrong)
  await expect(run(['backup', join(folder, 'two.db')])).rejects.toThrow(wrong)
  await expect(run(['verify'])).rejects.toThrow(wrong)
  expect(await readdir(folder)).toEqual(['one.db'])
})

test('a touched audit log is found by its first bad row', async () => {
  const store = await open()
  for (let n = 0; n < 3; n += 1) await act(store)
  await store[Symbol.asyncDispose]()
  const db = new DatabaseSync(join(dataDir, 'yumen.db'))
  db.exec(`drop trigger audit_no_update; update audit set action = 'nothing' where n = 2`)
  const { id } = db.prepare('select id from audit where n = 2').get() as { id: string }
  db.close()
  await expect(run(['verify'])).rejects.toThrow(`audit row ${id}: changed`)
})

test('a file that is there is not written over, and PostgreSQL is left to its own tools', async () => {
  await using _store = await open()
  const taken = join(folder, 'taken.db')
  await writeFile(taken, 'precious')
  await expect(run(['backup', taken])).rejects.toThrow('exists already')
  expect(await readFile(taken, 'utf8')).toBe('precious')
  const server = place({ databaseUrl: 'postgres://localhost/none' })
  for (const name of ['backup', 'restore'])
    await expect(run([name, join(folder, 'x.db')], server)).rejects.toThrow('pg_dump')
})

test('what begins like an option makes no file of that name', async () => {
  await using _store = await open()
  for (const option of ['--help', '-h']) {
    const said = await run(['backup', option])
    expect(said).toMatch(/用法[^]*backup <file>/)
    expect(said).not.toContain('restore')
  }
  await expect(run(['backup', '-x'])).rejects.toThrow(/Usage: backup <file>\n.*没有选项 -x.*\n.*written \.\/-x/)
  expect(await run(['help', 'backup'])).toBe(await run(['backup', '--help']))
  await expect(run(['help', 'bakcup'])).rejects.toThrow('Unknown: bakcup')
})

test('a command without what it needs tells how it is typed', async () => {
  await expect(run(['backup'])).rejects.toThrow('Usage: backup <file>')
  await expect(run(['verify', 'x'])).rejects.toThrow('Usage: verify')
})

test('a file that PostgreSQL took the place of is not taken for the data, where DATABASE_URL is forgotten', async () => {
  const { envelope } = await openVault(place())
  await (await openStore({ dataDir, envelope, clock: systemClock }))[Symbol.asyncDispose]()
  await keepServed(dataDir, 'postgres')
  for (const args of [['backup', join(folder, 'one.db')], ['verify'], ['password', 'a@example.com']])
    await expect(run(args)).rejects.toThrow(/没有设置 DATABASE_URL[\s\S]*DATABASE_URL is not set: set it\.$/)
  expect(await readdir(folder)).toEqual([])
})

test('a database of PostgreSQL that the file took the place of is not taken for the data, where DATABASE_URL is still set', async () => {
  const { envelope } = await openVault(place())
  await (await openStore({ dataDir, envelope, clock: systemClock }))[Symbol.asyncDispose]()
  await keepServed(dataDir, 'sqlite')
  const left = place({ databaseUrl: 'postgres://127.0.0.1:1/x' })
  for (const args of [['verify'], ['password', 'a@example.com']])
    await expect(run(args, left)).rejects.toThrow(/请去掉 DATABASE_URL[\s\S]*leave it out[\s\S]*move postgres/)
  // Nor by a start, which would go on from before the move back.
  await expect(openOwnVault(left)).rejects.toThrow('leave it out')
  // As where a vault was put back that is older than the move to PostgreSQL.
  await rm(join(dataDir, 'yumen.db'))
  await expect(run(['verify'], left)).rejects.toThrow(/ECONNREFUSED/)
  expect(await openOwnVault(left)).toMatchObject({ serves: 'sqlite' })
})

test('another master key opens everything from then on, and the old one nothing', async () => {
  const old = (await openVault(place())).envelope.mac('a word')
  const before = (await readFile(join(dataDir, 'master.key'), 'utf8')).trim()
  await keepServed(dataDir, 'sqlite')
  const next = join(folder, 'next.key')
  await writeFile(next, 'n'.repeat(43))
  expect(await run(['rekey', next])).toContain('master.key')
  expect((await openVault(place())).envelope.mac('a word')).toBe(old)
  expect((await openVault(place())).serves).toBe('sqlite')
  expect((await readFile(join(dataDir, 'master.key'), 'utf8')).trim()).toBe('n'.repeat(43))
  await expect(openVault(place({ masterKey: before }))).rejects.toThrow('does not fit')
  const elsewhere = place({ masterKey: 'n'.repeat(43) })
  await writeFile(next, 'm'.repeat(43))
  expect(await run(['rekey', next], elsewhere)).toContain('YUMEN_MASTER_KEY')
  expect((await openVault(place({ masterKey: 'm'.repeat(43) }))).envelope.mac('a word')).toBe(old)
  await writeFile(next, 'short')
  await expect(run(['rekey', next], place({ masterKey: 'm'.repeat(43) }))).rejects.toThrow('at least 32')
  await expect(run(['rekey', join(folder, 'none')])).rejects.toThrow(/none cannot be read: ENOENT/)
})

test('a backup from before a change of the master key is restored with the key of its time, and the folder is left as it is with any other', async () => {
  const store = await open()
  await spend(store, 10)
  const [target, next, old] = ['one.db', 'next.key', 'old.key'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ]
  await run(['backup', target])
  await store[Symbol.asyncDispose]()
  await writeFile(old, await readFile(join(dataDir, 'master.key')))
  await writeFile(next, 'n'.repeat(43))
  await run(['rekey', next])
  const before = await readdir(dataDir)
  await expect(run(['restore', target])).rejects.toThrow('YUMEN_MASTER_KEY_FILE')
  expect((await readdir(dataDir)).filter((name) => name !== 'gateway.lock')).toEqual(before)
  const said = await run(['restore', target], place({ masterKeyFile: old }))
  expect(said).toContain('Restored')
  expect(said).toMatch(
    /下次启动仍需.*The next start needs the key of YUMEN_MASTER_KEY\[_FILE\], too: .*master\.key is another/,
  )
  await writeFile(join(dataDir, 'master.key'), await readFile(old))
  expect(await run(['verify'])).toContain('1 accounts')
  expect(await run(['restore', target], place({ masterKeyFile: old }))).not.toContain('next start')
})

test('the commands are listed, with what each does, also where they are asked for out of habit', async () => {
  const listed = await run(['help'])
  for (const name of ['backup', 'restore', 'verify', 'rekey', 'password'])
    expect(listed).toMatch(new RegExp(`^  ${name} .*[一-鿿].*[a-z]`, 'm'))
  // `npm start -- --help` asks how a gateway is started.
  expect(listed).toContain('npm start -- --demo')
  for (const habit of ['--help', '-h']) {
    expect(isCommand(habit)).toBe(true)
    expect(await run([habit])).toBe(listed)
  }
  expect(await run([])).toBe(listed)
})

test('help and the version are told where the environment is not usable, too', async () => {
  const lines: string[] = []
  const world = {
    get place(): Place {
      throw new Error('PORT')
    },
    clock: systemClock,
    version: '1.2.3',
    costOf: () => 0n,
    say: (line: string) => void lines.push(line),
  }
  for (const args of [['help'], ['backup', '--help'], ['version']]) await runCommand(args, world)
  expect(lines.at(-1)).toContain('Yumen 1.2.3')
  await expect(runCommand(['verify'], world)).rejects.toThrow('PORT')
})
