import { expect, test } from 'vitest'
import { END, heard, openTo, startLanes } from './test-lanes.ts'

const ask = (body = 'hello', more = '') =>
  `POST /v1/x HTTP/1.1\r\nhost: here\r\n${more}content-length: ${body.length}\r\n\r\n${body}`

test('answers end as node ends them: by chunks, by length, or not at all', async () => {
  const every = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte))
  const bodies = [0, 1, 31, 32, 33].map((copies) => Buffer.concat(Array<Buffer>(copies).fill(every)))
  await using lanes = await startLanes(({ headers, reply }) => {
    const [status = 200, told = '', way = '', number = 0] = (headers['a'] as string).split(' ')
    const body = bodies[Number(number)] ?? every
    reply.setHeader('b', 'c')
    reply.writeHead(Number(status), told ? { d: 1, 'content-length': body.length } : { d: 1 })
    if (way !== 'end') for (const piece of [body, Buffer.alloc(0), body.subarray(0, 3)]) reply.write(piece)
    if (way === 'end' && Number(number) % 2 === 0) reply.end(body)
    else reply.end()
  })
  const ways = ['end', 'write'].flatMap((way) => [...bodies.keys()].map((number) => `${way} ${number}`))
  const tellings = ['', 'told'].flatMap((told) => ways.map((way) => `${told} ${way}`))
  for (const telling of ['200', '204', '304', '404', '599'].flatMap((status) =>
    tellings.map((way) => `${status} ${way}`),
  )) {
    const text = ask('', `a: ${telling}\r\n`) + ask('', 'a: 200  write 1\r\nconnection: close\r\n')
    const [answer, nodes] = await Promise.all(
      [lanes.gateway, lanes.own].map(async (port) => {
        const socket = await openTo(port)
        socket.write(text)
        return heard(socket, 'nothing')
      }),
    )
    expect([telling, answer]).toEqual([telling, nodes])
  }
})

test('what would end a header or make another of it is sent by neither lane', async () => {
  const faults: unknown[] = []
  await using lanes = await startLanes(({ reply }) => {
    for (const [name, value] of [
      ['a', 'b\r\nc: d'],
      ['a', 'b\nc'],
      ['a', 'b\0'],
      ['a', '玉'],
      ['a b', 'c'],
      ['a:', 'c'],
      ['', 'c'],
    ] as const)
      try {
        reply.writeHead(200, { [name]: value })
      } catch (error) {
        faults.push((error as Error).name)
      }
    expect(reply.headersSent).toBe(false)
    reply.writeHead(200, { 'content-length': END.length })
    reply.end(END)
  })
  const socket = await openTo(lanes.gateway)
  socket.write(ask())
  await heard(socket, END)
  expect(faults).toEqual(Array(7).fill('TypeError'))
})

test('an answer has one head, in neither lane a second one', async () => {
  const faults: unknown[] = []
  await using lanes = await startLanes(({ reply }) => {
    reply.writeHead(200, { 'content-length': END.length })
    expect(reply.headersSent).toBe(true)
    try {
      reply.writeHead(500, {})
    } catch (error) {
      faults.push(error)
    }
    reply.end(END)
  })
  for (const port of [lanes.gateway, lanes.own]) {
    const socket = await openTo(port)
    socket.write(ask())
    expect(await heard(socket, END)).toMatch(/^HTTP\/1\.1 200 OK\r\n(?!.*HTTP)/s)
  }
  expect(faults).toHaveLength(2)
})
