import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { openFile, type SqliteFile } from './sqlite-file.ts'

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'yumen-file-'))
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))
  return path
}

function opened(path = join(folder(), 'a.db'), readsOnly = false): SqliteFile {
  const file = openFile({ path, readsOnly })
  onTestFinished(() => file.close())
  return file
}

const rows = (file: SqliteFile, sql: string, parameters: readonly unknown[] = []) =>
  file.ask({ sql, parameters }).rows.map((row) => Object.values(row as object))
const change = (file: SqliteFile, sql: string, parameters: readonly unknown[] = []) =>
  file.ask({ sql, parameters }).changes

const PRAGMAS = ['journal_mode', 'synchronous', 'foreign_keys', 'application_id', 'cache_size', 'busy_timeout']

test('a file is written durably, with foreign keys, and waits for who has it locked; who reads it cannot write', () => {
  const path = join(folder(), 'a.db')
  const file = opened(path)
  const standing = (from: SqliteFile, names: readonly string[]) =>
    names.map((name) => rows(from, `pragma ${name}`)[0]?.[0])
  expect(standing(file, PRAGMAS)).toEqual(['wal', 2n, 1n, 0x59756d65n, -16_000n, 10_000n])
  change(file, 'create table word (id integer primary key)')
  const reader = opened(path, true)
  expect(standing(reader, ['query_only', 'cache_size', 'busy_timeout'])).toEqual([1n, -16_000n, 10_000n])
  for (const sql of ['insert into word values (1)', 'create table other (id integer)', 'pragma user_version = 7'])
    expect(() => change(reader, sql)).toThrow(expect.objectContaining({ code: 'SQLITE_READONLY' }))
  expect(rows(reader, 'select count(*) from word')).toEqual([[0n]])
})

test('what a file was closed with is in one file, and it is closed as often as one likes', () => {
  const path = join(folder(), 'a.db')
  const file = openFile({ path, readsOnly: false })
  change(file, 'create table word (id integer primary key)')
  rows(file, 'select * from word')
  file.close()
  file.close()
  expect(readdirSync(join(path, '..'))).toEqual(['a.db'])
  expect(() => rows(file, 'select 1')).toThrow('not open')
})

test('integers come back to the last digit, bound as they came: bigints as integers, numbers as reals', () => {
  const file = opened()
  change(file, 'create table sum (n integer, r real, t text, b blob)')
  const row = [-(2n ** 63n), 0.1, '“玉门” \u{1f3f0}', new Uint8Array([1, 2])]
  change(file, 'insert into sum values (?, ?, ?, ?), (?, null, null, null)', [...row, 2n ** 63n - 1n])
  expect(rows(file, 'select * from sum')).toEqual([row, [2n ** 63n - 1n, null, null, null]])
  expect(
    rows(file, 'select typeof(?) as a, typeof(?) as b, typeof(?) as c, typeof(?) as d', [1n, 1, 'x', null]),
  ).toEqual([['integer', 'real', 'text', 'null']])
  expect(() => rows(file, 'select ?', [2n ** 64n])).toThrow('too large')
})

test('rows that a statement changed are counted, and those that it answers are not', () => {
  const file = opened()
  change(file, 'create table word (id integer primary key, text text)')
  expect(change(file, 'insert into word values (?, ?), (?, ?)', [1n, 'a', 2n, 'b'])).toBe(2n)
  expect(change(file, 'insert into word values (1, 1) on conflict (id) do nothing')).toBe(0n)
  expect(change(file, 'update word set text = ?', ['c'])).toBe(2n)
  expect(change(file, 'delete from word where id = 3')).toBe(0n)
  expect(file.ask({ sql: 'update word set text = ? where id = 1 returning id', parameters: ['d'] })).toEqual({
    rows: [{ id: 1n }],
    changes: null,
  })
})

test('a constraint that is broken is told as that, and the statement goes on to be of use', () => {
  const file = opened()
  change(file, 'create table word (id integer primary key, of integer references word (id), text text not null)')
  const sql = 'insert into word values (?, ?, ?)'
  expect(change(file, sql, [1n, null, 'a'])).toBe(1n)
  for (const [values, said] of [
    [[1n, null, 'a'], 'UNIQUE constraint failed: word.id'],
    [[2n, 9n, 'a'], 'FOREIGN KEY constraint failed'],
    [[2n, null, null], 'NOT NULL constraint failed: word.text'],
  ] as const)
    expect(() => change(file, sql, values)).toThrow(
      expect.objectContaining({ code: 'SQLITE_CONSTRAINT', message: said }),
    )
  expect(change(file, sql, [2n, 1n, 'b'])).toBe(1n)
})

test('a statement takes thousands of values', () => {
  const file = opened()
  const columns = Array.from({ length: 30 }, (_, n) => `c${n}`)
  change(file, `create table wide (${columns.map((name) => `${name} integer`).join()})`)
  const values = Array.from({ length: 128 * 30 }, (_, n) => BigInt(n))
  const places = Array.from({ length: 128 }, () => `(${columns.map(() => '?').join()})`).join()
  expect(change(file, `insert into wide values ${places}`, values)).toBe(128n)
  expect(rows(file, 'select * from wide order by c0').flat()).toEqual(values)
  const most = Array.from({ length: 32_766 }, (_, n) => BigInt(n))
  expect(rows(file, `select count(*) from (values ${most.map(() => '(?)').join()})`, most)).toEqual([[32_766n]])
})

test('a statement is asked with a value for each of its places, no less, no more and nothing by name', () => {
  const file = opened()
  for (const [values, said] of [
    [[1n], '1 values for 2 places'],
    [[1n, 2n, 3n], '3 values for 2 places'],
    [[{ a: 1 }, 2n], 'cannot be a value'],
    [[new Date(), 2n], 'cannot be a value'],
    [[1n, {}], 'cannot be bound'],
  ] as const)
    expect(() => rows(file, 'select ?, ?', values)).toThrow(said)
  expect(rows(file, `select ? as a, '?''?' as b -- ?\n, 1 as "?" /* ?\n? */, ? as d`, [1n, 2n])).toEqual([
    [1n, `?'?`, 1n, 2n],
  ])
  expect(rows(file, 'select ?', [new Uint8Array([1])])).toEqual([[new Uint8Array([1])]])
})

test('a text is one statement, and a name that is not known is no word', () => {
  const file = opened()
  expect(() => rows(file, 'select 1; select 2')).toThrow('More than one')
  expect(rows(file, 'select 1 ;\n')).toEqual([[1n]])
  expect(() => rows(file, 'select "nonsense"')).toThrow('no such column')
})

test('a statement that is kept sees columns that its table has got since, and the five hundred last asked are kept', () => {
  const file = opened()
  change(file, 'create table word (id integer)')
  change(file, 'insert into word values (1)')
  expect(file.ask({ sql: 'select * from word', parameters: [] }).rows).toEqual([{ id: 1n }])
  change(file, 'alter table word add column text text')
  expect(file.ask({ sql: 'select * from word', parameters: [] }).rows).toEqual([{ id: 1n, text: null }])
  for (let n = 0; n < 1200; n += 1) expect(rows(file, `select ${n}`)).toEqual([[BigInt(n)]])
})

test('a transaction is taken back whole, and is seen by readers when it is whole', () => {
  const path = join(folder(), 'a.db')
  const file = opened(path)
  change(file, 'create table word (id integer)')
  const reader = opened(path, true)
  const seen = () => rows(reader, 'select count(*) from word')
  for (const [end, count] of [
    ['rollback', 0n],
    ['commit', 1n],
  ] as const) {
    change(file, 'begin immediate')
    change(file, 'insert into word values (1)')
    expect(seen()).toEqual([[0n]])
    change(file, end)
    expect(seen()).toEqual([[count]])
  }
  expect(() => change(file, 'rollback')).toThrow('no transaction is active')
})

test('a file in a folder that is not there is not made', () => {
  const path = join(folder(), 'none', 'a.db')
  expect(() => openFile({ path, readsOnly: false })).toThrow(expect.objectContaining({ code: 'SQLITE_CANTOPEN' }))
  expect(existsSync(path)).toBe(false)
})

test('a file that is locked for longer than one waits is told to be that', () => {
  const path = join(folder(), 'a.db')
  const file = opened(path)
  change(file, 'create table word (id integer)')
  const other = new DatabaseSync(path)
  onTestFinished(() => other.close())
  other.exec('begin immediate')
  rows(file, 'pragma busy_timeout = 1')
  expect(() => change(file, 'begin immediate')).toThrow(expect.objectContaining({ code: 'SQLITE_BUSY' }))
})

test('a file that is made is for its owner alone, and so is what SQLite puts beside it', () => {
  const lies = folder()
  change(opened(join(lies, 'a.db')), 'create table word (id integer primary key)')
  const modes = readdirSync(lies).map((name) => [name, statSync(join(lies, name)).mode & 0o777])
  expect(Object.fromEntries(modes)).toEqual({ 'a.db': 0o600, 'a.db-shm': 0o600, 'a.db-wal': 0o600 })
})
