import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { DatabaseAway } from '../store/away.ts'
import { openDatabase } from '../store/database.ts'
import { holdFolder, LOCK } from '../store/hold-folder.ts'
import { openFile } from '../store/sqlite-file.ts'
import { startFault } from './start-fault.ts'

const PLACE = { host: '127.0.0.1', port: 3000, dataDir: '/srv/yumen', databaseUrl: undefined }

async function failure(act: () => unknown): Promise<unknown> {
  try {
    await act()
  } catch (error) {
    return error
  }
  throw new Error('it did not fail')
}

function listening(port: number, host: string) {
  const server = createServer().listen(port, host)
  onTestFinished(() => void server.close())
  return once(server, 'listening').then(() => (server.address() as AddressInfo).port)
}

async function someFile(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'yumen-fault-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const file = join(folder, 'file')
  await writeFile(file, '')
  return file
}

test('a port that is taken is named, with the variable that names another', async () => {
  const port = await listening(0, '127.0.0.1')
  const said = startFault(await failure(() => listening(port, '127.0.0.1')), { ...PLACE, port })
  expect(said).toMatch(
    new RegExp(`127.0.0.1:${port} 已被[\\s\\S]*listens on 127.0.0.1:${port}: name another port with PORT`),
  )
})

test('a host that is not this machine is no fault of the database', async () => {
  const host = '192.0.2.1'
  const said = startFault(await failure(() => listening(0, host)), { ...PLACE, host, databaseUrl: 'postgres://db/x' })
  expect(said).toMatch(/HOST（192\.0\.2\.1）[\s\S]*no address of this machine/)
})

test('a schema that is another’s is said to be that, with what the database found', async () => {
  const file = openFile({ path: await someFile(), readsOnly: false })
  onTestFinished(() => file.close())
  file.ask({ sql: 'create table api_key (name text)', parameters: [] })
  const sql = 'alter table api_key add column name text'
  const found = await failure(() => file.ask({ sql, parameters: [] }))
  const server = Object.assign(new Error('duplicate column name: name'), { code: '42701' })
  for (const fault of [found, server])
    expect(startFault(fault, PLACE)).toMatch(
      /另一分支[\s\S]*another branch.*restore a backup.*duplicate column name: name/,
    )
})

test('a database that is not there is said to be that, without what DATABASE_URL holds', async () => {
  const databaseUrl = 'postgres://yumen:pass-word@127.0.0.1:1/x'
  const error = await failure(() => once(connect(1, '127.0.0.1'), 'connect'))
  const said = startFault(error, { ...PLACE, databaseUrl })
  expect(said).toMatch(/DATABASE_URL[\s\S]*cannot be reached: connect ECONNREFUSED/)
  expect(said).not.toContain('pass-word')
  const refused = Object.assign(new Error('password authentication failed for user "yumen"'), { code: '28P01' })
  expect(startFault(refused, { ...PLACE, databaseUrl })).toMatch(/DATABASE_URL[\s\S]*password authentication failed/)
})

test('a database whose socket is not there, or not open to this user, is said to be that', async () => {
  const databaseUrl = 'postgres://yumen@/x?host=/srv/none'
  const socket = `${await someFile()}.sock`
  const gone = await failure(() => once(connect(socket), 'connect'))
  const closed = Object.assign(new Error('connect EACCES /srv/none/.s.PGSQL.5432'), {
    code: 'EACCES',
    syscall: 'connect',
  })
  for (const fault of [gone, closed])
    expect(startFault(fault, { ...PLACE, databaseUrl })).toMatch(/DATABASE_URL[\s\S]*cannot be reached: connect E/)
})

test('a fault that the driver of PostgreSQL found is the database’s, as it comes from the store', async () => {
  const databaseUrl = 'postgres://yumen:pass-word@/x?host=/srv/none'
  const gone = await failure(() => openDatabase({ url: databaseUrl, dataDir: '' }))
  const plain = new DatabaseAway(new Error('The server does not support SSL connections'))
  for (const fault of [gone, plain]) {
    const said = startFault(fault, { ...PLACE, databaseUrl })
    expect(said).toMatch(/DATABASE_URL[\s\S]*cannot be reached: (?:connect ENOENT|The server does not support SSL)/)
    expect(said).not.toContain('pass-word')
  }
})

test.each([
  ['42501', 'permission denied for schema public', 'cannot be written: let the user in it own'],
  ['25006', 'cannot execute CREATE TABLE in a read-only transaction', 'cannot be written: let the user in it own'],
  [
    'SELF_SIGNED_CERT_IN_CHAIN',
    'self-signed certificate in certificate chain',
    'not trusted: in DATABASE_URL name the host',
  ],
])('of a database that cannot be used as it is (%s) it is said what to do', (code, message, advice) => {
  const databaseUrl = 'postgres://yumen:pass-word@db/x'
  const said = startFault(Object.assign(new Error(message), { code }), { ...PLACE, databaseUrl })
  expect(said).toContain('DATABASE_URL')
  expect(said).toContain(advice)
  expect(said).toContain(message)
  expect(said).not.toContain('pass-word')
})

test('a certificate of the database that cannot be read is named, and is no fault of the data folder', async () => {
  const path = join(dirname(await someFile()), 'ca of ours.pem')
  const gone = await failure(() => readFile(path))
  const closed = Object.assign(new Error(`EACCES: permission denied, open '${path}'`), {
    code: 'EACCES',
    syscall: 'open',
    path,
  })
  const databaseUrl = `postgres://yumen:pass-word@db/x?sslmode=verify-full&sslrootcert=${encodeURIComponent(path)}`
  for (const fault of [gone, closed]) {
    const said = startFault(fault, { ...PLACE, databaseUrl })
    expect(said).toMatch(/证书文件无法读取：E[\s\S]*A file that DATABASE_URL names cannot be read: E/)
    expect(said).toContain(path)
    expect(said).not.toContain('pass-word')
  }
})

test('a folder that cannot be made, or a file in it that cannot be opened, is the data folder’s', async () => {
  const dataDir = await someFile()
  const folder = dirname(dataDir)
  await mkdir(join(folder, LOCK))
  const faults = [
    await failure(() => mkdir(dataDir, { recursive: true })),
    await failure(() => openFile({ path: join(dataDir, 'yumen.db'), readsOnly: false })),
    await failure(() => holdFolder({ dataDir: folder, withinMs: 0 })),
    // Where nobody may make one, and where it lies in a file.
    await failure(() => holdFolder({ dataDir: '/proc/yumen/data', withinMs: 0 })),
    await failure(() => holdFolder({ dataDir: join(dataDir, 'data'), withinMs: 0 })),
  ]
  const said = faults.map((fault) => startFault(fault, { ...PLACE, dataDir }))
  expect(said.filter((text) => !text.includes(`数据文件夹 ${dataDir} 无法写入`))).toEqual([])
})

test('a database file that cannot be opened is told of in one sentence of each language', async () => {
  const dataDir = dirname(await someFile())
  await mkdir(join(dataDir, 'yumen.db'))
  const said = startFault(await failure(() => openDatabase({ dataDir })), { ...PLACE, dataDir })
  expect(said.split('\n')).toEqual([
    `数据文件夹 ${dataDir} 无法写入，请检查权限与磁盘，或用 YUMEN_DATA 指定另一个：unable to open database file`,
    `  The data folder ${dataDir} cannot be written: look at its owner and the disk, or name another with YUMEN_DATA: unable to open database file`,
  ])
})

test('a folder in which nothing can be written is said to be that, and not to be one that cannot be locked', async () => {
  const dataDir = dirname(await someFile())
  await mkdir(join(dataDir, `${LOCK}-journal`))
  const error = await failure(() => holdFolder({ dataDir, withinMs: 0 }))
  expect(startFault(error, { ...PLACE, dataDir })).toMatch(/cannot be written: look at its owner/)
})

test('what nobody foresaw is said as it came', () => {
  expect(startFault(new Error('The master key does not fit'), PLACE)).toBe('The master key does not fit')
  expect(startFault('odd', PLACE)).toBe('odd')
})
