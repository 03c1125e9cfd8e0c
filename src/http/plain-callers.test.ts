import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Arrival } from '../relay/exchange.ts'
import { END, heard, openTo, startLanes } from './test-lanes.ts'

/** Keys of which one begins another, and one differs from it in its last letter alone. */
const KEYS = ['a', 'ab', 'ac', '5'] as const

type Asked = { key: string; how: 'read' | 'late' | 'early'; length: number; form: keyof typeof FORMS }

/** How a client may write its head and its body, plainly or not. */
const FORMS = {
  'key first': (key: string, body: string) =>
    `authorization: Bearer ${key}\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
  'key last': (key: string, body: string) =>
    `content-length: ${body.length}\r\nauthorization: Bearer ${key}\r\n\r\n${body}`,
  zeros: (key: string, body: string) =>
    `content-length: 00${body.length}\r\nauthorization: Bearer ${key}\r\n\r\n${body}`,
  chunks: (key: string, body: string) =>
    `authorization: Bearer ${key}\r\ntransfer-encoding: chunked\r\n\r\n${body === '' ? '' : `${body.length.toString(16)}\r\n${body}\r\n`}0\r\n\r\n`,
} as const

const asked: fc.Arbitrary<Asked> = fc.record({
  key: fc.constantFrom(...KEYS),
  how: fc.constantFrom('read', 'read', 'late', 'early'),
  length: fc.constantFrom(1, 5, 9, 10, 99, 100, 5000, 70_000),
  form: fc.constantFrom('key first', 'key first', 'key first', 'key last', 'zeros', 'chunks'),
})

/** A body that looks like requests of somebody else, and tells whose it is. */
const bodyOf = ({ key, length }: Asked, n: number) =>
  `${n} ${key} POST /v1/read HTTP/1.1\r\nhost: here\r\nauthorization: Bearer other\r\ncontent-length: 0\r\n\r\n`
    .repeat(Math.ceil(length / 90))
    .slice(0, length)

const textOf = (one: Asked, n: number) =>
  `POST /v1/${one.how} HTTP/1.1\r\nhost: here\r\n${FORMS[one.form](one.key, bodyOf(one, n))}`

/** Says who asked, by what was remembered of the connection as by what it says now, and what for. */
async function answer(arrival: Arrival): Promise<void> {
  const { url, headers, reply } = arrival
  const said = arrival.said ?? {}
  const who = (said.keyHash ??= `hash of ${headers.authorization}`)
  if (url !== '/v1/read') for (let turn = 0; turn < 3; turn += 1) await new Promise(setImmediate)
  const body = url === '/v1/early' ? '' : (await arrival.read(1e6, () => true)).toString('latin1')
  const text = JSON.stringify([who, headers.authorization, body, 'end'])
  reply.writeHead(200, { 'content-length': text.length })
  reply.end(text)
  arrival.leave()
}

test('each request is its own caller’s, whatever came before it on its connection and however the bytes come', async () => {
  await using lanes = await startLanes(answer)
  const sizes = fc.array(fc.constantFrom(1, 7, 60, 130, 1000, 65_536, 1e6), { minLength: 1, maxLength: 4 })
  const run = fc.asyncProperty(fc.array(asked, { minLength: 1, maxLength: 8 }), sizes, async (all, steps) => {
    const text = all.map(textOf).join('')
    const socket = await openTo(lanes.gateway)
    const told = heard(socket, END, all.length)
    // Single bytes of a long text would take for ever.
    for (let at = 0, n = 0; at < text.length; n += 1) {
      const size = n < 200 ? (steps[n % steps.length] ?? 1) : text.length
      socket.write(text.slice(at, at + size), 'latin1')
      at += size
      await new Promise(setImmediate)
    }
    const answers = [...(await told).matchAll(/\["hash of .*?"end"\]/gs)].map(([found]) => JSON.parse(found) as unknown)
    socket.destroy()
    const own = all.map((one, n) => {
      const body = one.how === 'early' ? '' : bodyOf(one, n)
      return [`hash of Bearer ${one.key}`, `Bearer ${one.key}`, body, 'end']
    })
    expect(answers).toEqual(own)
  })
  await fc.assert(run, { numRuns: 150 })
  expect(Math.min(lanes.taken.plain, lanes.taken.node)).toBeGreaterThan(50)
})
