import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { namingFaults, sqliteFault } from './sqlite-error.ts'

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'yumen-fault-'))
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))
  return path
}

function faultOf(act: () => unknown): unknown {
  try {
    namingFaults(act)
  } catch (error) {
    return error
  }
  throw new Error('it did not fail')
}

test('what SQLite fails of has its name, however closely it says what it was', () => {
  const fault = (errcode: number) => sqliteFault(Object.assign(new Error('no'), { code: 'ERR_SQLITE_ERROR', errcode }))
  const named: Record<number, string> = {
    1: 'SQLITE_ERROR',
    3: 'SQLITE_PERM',
    5: 'SQLITE_BUSY',
    8: 'SQLITE_READONLY',
    10: 'SQLITE_IOERR',
    11: 'SQLITE_CORRUPT',
    13: 'SQLITE_FULL',
    14: 'SQLITE_CANTOPEN',
    19: 'SQLITE_CONSTRAINT',
    26: 'SQLITE_NOTADB',
    // The same, more closely: SNAPSHOT, DIRECTORY, ISDIR, FSYNC, PRIMARYKEY.
    517: 'SQLITE_BUSY',
    1544: 'SQLITE_READONLY',
    526: 'SQLITE_CANTOPEN',
    1034: 'SQLITE_IOERR',
    1555: 'SQLITE_CONSTRAINT',
  }
  expect(Object.keys(named).map((number) => fault(Number(number)))).toEqual(Object.values(named))
  expect(fault(200)).toBe('SQLITE_ERROR')
  expect(['no', null, new Error('no'), Object.assign(new Error('no'), { code: 'EACCES' })].map(sqliteFault)).toEqual(
    Array(4).fill(''),
  )
})

test('files that are no databases, are locked, are read only, are folders or are not there are told apart', () => {
  const dir = folder()
  const path = join(dir, 'a.db')
  const db = new DatabaseSync(path)
  onTestFinished(() => db.close())
  db.exec('create table word (id integer primary key)')
  const other = new DatabaseSync(path, { readOnly: true, timeout: 0 })
  onTestFinished(() => other.close())
  writeFileSync(join(dir, 'letter'), 'This is a letter. '.repeat(100))
  const codes = [
    () => new DatabaseSync(join(dir, 'letter')).exec('pragma journal_mode = WAL'),
    () => new DatabaseSync(dir),
    () => new DatabaseSync(join(dir, 'none', 'b.db')),
    () => new DatabaseSync(join(dir, 'b.db'), { readOnly: true }),
    () => other.exec('insert into word values (1)'),
    () => (db.exec('begin exclusive'), other.prepare('select * from word').all()),
  ].map((act) => (faultOf(act) as { code?: string }).code)
  expect(codes).toEqual(
    ['NOTADB', 'CANTOPEN', 'CANTOPEN', 'CANTOPEN', 'READONLY', 'BUSY'].map((name) => `SQLITE_${name}`),
  )
})

test('what something else fails of, and what does not fail, comes through as it is', () => {
  const fault = new TypeError('no')
  expect(
    faultOf(() => {
      throw fault
    }),
  ).toBe(fault)
  expect(fault).not.toHaveProperty('code')
  expect(namingFaults(() => 1)).toBe(1)
})
