import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setImmediate as pause } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { copyDatabase, readBackup, requireUnused } from './backup.ts'
import { openFile } from './sqlite-file.ts'

const NOTES = { vault: '{}', made_at: '2026-11-20', version: '1' }

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'yumen-backup-'))
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))
  return path
}

test('a copy is of one moment, in one file that says what it is, however large', async () => {
  const dir = folder()
  const [source, target] = [join(dir, 'a.db'), join(dir, 'copy.db')]
  const file = openFile({ path: source, readsOnly: false })
  onTestFinished(() => file.close())
  const ask = (sql: string) => file.ask({ sql, parameters: [] })
  ask('create table pair (one integer, other integer, filling text)')
  ask(`with recursive n(i) as (select 1 union all select i + 1 from n where i < 3000)
    insert into pair select i, i, hex(zeroblob(2000)) from n`)
  let done = false
  const copied = copyDatabase({ source, target, notes: NOTES }).finally(() => (done = true))
  for (; !done; await pause()) ask('update pair set one = one + 1, other = other + 1 where one % 7 = 0')
  await copied
  expect(readBackup(target)).toEqual(NOTES)
  expect(existsSync(`${target}-wal`)).toBe(false)
  const copy = new DatabaseSync(target, { readOnly: true })
  expect(copy.prepare('select count(*) as pairs, sum(one <> other) as apart from pair').get()).toEqual({
    pairs: 3000,
    apart: 0,
  })
  copy.close()
})

test('a copy that is given up while it is made ends with the next pages, however large the database', async () => {
  const dir = folder()
  const [source, target] = [join(dir, 'a.db'), join(dir, 'copy.db')]
  const file = new DatabaseSync(source)
  file.exec(`pragma journal_mode = wal; create table filling (text); with recursive n(i) as (select 1 union all
    select i + 1 from n where i < 60000) insert into filling select zeroblob(2000) from n`)
  file.close()
  const reason = new Error('the gateway stops')
  const end = new AbortController()
  const copied = copyDatabase({ source, target, notes: NOTES }, end.signal).then(
    () => 'made',
    (error: unknown) => error,
  )
  // By then it is under way.
  for (; !existsSync(target) || statSync(target).size === 0;) await pause()
  end.abort(reason)
  expect(await copied).toBe(reason)
  const { size } = statSync(target)
  expect(size).toBeLessThan(statSync(source).size / 2)
  await expect(copyDatabase({ source, target, notes: NOTES }, end.signal)).rejects.toBe(reason)
})

test('no copy is made of a file that is not there or is no database, and none is left behind', async () => {
  const dir = folder()
  const target = join(dir, 'copy.db')
  const letter = join(dir, 'letter')
  writeFileSync(letter, 'This is a letter. '.repeat(100))
  const copy = (source: string) => copyDatabase({ source, target, notes: NOTES })
  await expect(copy(join(dir, 'none.db'))).rejects.toThrow(/备份失败[\s\S]*failed: unable to open database file/)
  await expect(copy(letter)).rejects.toThrow('file is not a database')
  expect(existsSync(target)).toBe(false)
  expect(() => readBackup(letter)).toThrow('is no backup of Yumen')
  expect(() => readBackup(join(dir, 'none.db'))).toThrow('is no backup of Yumen')
  expect(existsSync(join(dir, 'none.db'))).toBe(false)
})

test('a file is unused when nobody has it open, and one that is not there is not made', () => {
  const path = join(folder(), '50% #1?.db')
  const missing = expect.objectContaining({ code: 'SQLITE_CANTOPEN' })
  expect(() => requireUnused(path)).toThrow(missing)
  expect(existsSync(path)).toBe(false)
  const file = openFile({ path, readsOnly: false })
  file.ask({ sql: 'create table word (id integer)', parameters: [] })
  expect(() => requireUnused(path)).toThrow('stop it before restoring')
  file.close()
  requireUnused(path)
  expect(statSync(path).size).toBeGreaterThan(0)
  writeFileSync(path, 'This is a letter. '.repeat(100))
  requireUnused(path)
})
