import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { Kysely, sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { SECOND_MS } from '../core/time.ts'
import { isDatabaseAway, TookTooLong } from './away.ts'
import { openDatabase } from './database.ts'
import { postgresEngine } from './postgres.ts'

const LOSSES: readonly [how: string, lose: (socket: Socket) => unknown][] = [
  ['closed without a word', (socket) => socket.destroy()],
  ['closed with a reason', (socket) => socket.end(message('E', 'SFATAL\0C57P01\0Mtold to stop\0\0'))],
]

// An error that nobody listens for would end the gateway; here it fails the run.
test.each(LOSSES)('a connection that is %s fails its statement alone; the next one has another', async (_, lose) => {
  await using server = await startServer(lose)
  const db = new Kysely<object>({ dialect: postgresEngine(server.url).dialect })
  await using _db = { [Symbol.asyncDispose]: () => db.destroy() }
  const lost = async (act: Promise<unknown>) => {
    const error = await act.then(
      () => null,
      (cause: unknown) => cause,
    )
    expect(error).toMatchObject({ message: expect.stringMatching(/terminated|told to stop|connection error/) })
    expect(isDatabaseAway(error)).toBe(true)
  }
  await lost(sql`select 'lose'`.execute(db))
  await lost(db.transaction().execute((tx) => sql`select 'lose'`.execute(tx)))
  expect(await sql`select 1`.execute(db)).toMatchObject({ rows: [] })
  expect(server.connections()).toBeGreaterThan(1)
})

test('a server that nobody reaches is away, and one that refuses a statement is there', async () => {
  await using server = await startServer((socket) => socket.write(REFUSAL))
  const db = new Kysely<object>({ dialect: postgresEngine(server.url).dialect })
  const faultOf = () =>
    sql`select 'lose'`.execute(db).then(
      () => null,
      (cause: unknown) => cause,
    )
  const refused = await faultOf()
  expect(refused).toMatchObject({ code: '23505' })
  server.end()
  let away: unknown
  await expect.poll(async () => (away = await faultOf())).toMatchObject({ code: 'ECONNREFUSED' })
  await db.destroy()
  expect([refused, away].map(isDatabaseAway)).toEqual([false, true])
})

test.each([
  ['53100', 'could not extend file'],
  ['53200', 'out of memory'],
  ['53300', 'too many connections'],
])('a server that has no room left (%s) is away', async (code, words) => {
  const full = Buffer.concat([message('E', `SERROR\0C${code}\0M${words}\0\0`), READY])
  await using server = await startServer((socket) => socket.write(full))
  const db = new Kysely<object>({ dialect: postgresEngine(server.url).dialect })
  await using _db = { [Symbol.asyncDispose]: () => db.destroy() }
  const fault = await sql`select 'lose'`.execute(db).catch((cause: unknown) => cause)
  expect(fault).toMatchObject({ code, message: words })
  expect(isDatabaseAway(fault)).toBe(true)
})

test('a question that the server stopped took too long, and the server is there', async () => {
  const words = 'canceling statement due to statement timeout'
  const stopped = Buffer.concat([message('E', `SERROR\0C57014\0M${words}\0\0`), READY])
  await using server = await startServer((socket) => socket.write(stopped))
  const db = new Kysely<object>({ dialect: postgresEngine(server.url).dialect })
  await using _db = { [Symbol.asyncDispose]: () => db.destroy() }
  const fault = await sql`select 'lose'`.execute(db).catch((cause: unknown) => cause)
  expect(fault).toBeInstanceOf(TookTooLong)
  expect(fault).toMatchObject({ message: words })
  expect(isDatabaseAway(fault)).toBe(false)
})

test('a connection that is always in use is replaced after a minute all the same', async () => {
  await using server = await startServer((socket) => socket.destroy())
  const db = new Kysely<object>({ dialect: postgresEngine(server.url).dialect })
  await using _db = { [Symbol.asyncDispose]: () => db.destroy() }
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    // An idle one would be closed after ten seconds.
    for (let passed = 0; passed < 60; passed += 5) {
      await sql`select 1`.execute(db)
      expect(server.connections()).toBe(1)
      vi.advanceTimersByTime(5 * SECOND_MS)
    }
    await sql`select 1`.execute(db)
  } finally {
    vi.useRealTimers()
  }
  expect(server.connections()).toBe(2)
})

test('reports that are not answered leave connections to everything else', async () => {
  await using server = await startServer(() => undefined)
  const db = await openDatabase({ url: server.url, dataDir: '', prepare: () => Promise.resolve() })
  const asked = { from: 0, to: 1, q: 'lose' }
  const reports = Array.from({ length: 12 }, () => db.report('countRequests', asked))
  const lost = Promise.allSettled(reports)
  await expect.poll(server.lost).toBeGreaterThan(3)
  expect(await sql`select 1`.execute(db.kysely)).toMatchObject({ rows: [] })
  server.end()
  expect((await lost).map(({ status }) => status)).toEqual(reports.map(() => 'rejected'))
  await db[Symbol.asyncDispose]()
})

/** As much of PostgreSQL as a statement without rows needs; one that says so loses its connection. */
async function startServer(lose: (socket: Socket) => unknown) {
  let connections = 0
  let lost = 0
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    connections += 1
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
    socket.once('data', () => {
      socket.write(Buffer.concat([message('R', '\0\0\0\0'), message('K', '\0\0\0\0\0\0\0\0'), READY]))
      socket.on('data', (bytes) => {
        if (!bytes.includes('lose')) return socket.write(ANSWER)
        lost += 1
        return lose(socket)
      })
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `postgres://u:p@127.0.0.1:${(server.address() as AddressInfo).port}/d`,
    connections: () => connections,
    /** How many statements were lost. */
    lost: () => lost,
    /** Ends every connection, and takes no new one. */
    end: () => {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
    async [Symbol.asyncDispose]() {
      if (!server.listening) return
      server.close()
      await once(server, 'close')
    },
  }
}

function message(type: string, body: string): Buffer {
  const head = Buffer.alloc(5)
  head.write(type, 0, 'latin1')
  head.writeInt32BE(body.length + 4, 1)
  return Buffer.concat([head, Buffer.from(body, 'latin1')])
}

const READY = message('Z', 'I')
const REFUSAL = Buffer.concat([message('E', 'SERROR\0C23505\0Mthere is one\0\0'), READY])
/** Parsed, bound, done, ready. */
const ANSWER = Buffer.concat([message('1', ''), message('2', ''), message('C', 'SELECT 0\0'), READY])
