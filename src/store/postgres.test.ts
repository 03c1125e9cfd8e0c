import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { Kysely, sql } from 'kysely'
import { expect, test } from 'vitest'
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
  const lost = (act: Promise<unknown>) => expect(act).rejects.toThrow(/terminated|told to stop|connection error/)
  await lost(sql`select 'lose'`.execute(db))
  await lost(db.transaction().execute((tx) => sql`select 'lose'`.execute(tx)))
  expect(await sql`select 1`.execute(db)).toMatchObject({ rows: [] })
  expect(server.connections()).toBeGreaterThan(1)
})

/** As much of PostgreSQL as a statement without rows needs; one that says so loses its connection. */
async function startServer(lose: (socket: Socket) => unknown) {
  let connections = 0
  const server = createServer((socket) => {
    connections += 1
    socket.on('error', () => socket.destroy())
    socket.once('data', () => {
      socket.write(Buffer.concat([message('R', '\0\0\0\0'), message('K', '\0\0\0\0\0\0\0\0'), READY]))
      socket.on('data', (bytes) => (bytes.includes('lose') ? lose(socket) : socket.write(ANSWER)))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `postgres://u:p@127.0.0.1:${(server.address() as AddressInfo).port}/d`,
    connections: () => connections,
    async [Symbol.asyncDispose]() {
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
/** Parsed, bound, done, ready. */
const ANSWER = Buffer.concat([message('1', ''), message('2', ''), message('C', 'SELECT 0\0'), READY])
