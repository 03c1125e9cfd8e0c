import { expect, onTestFinished, test, vi } from 'vitest'
import type { Tap } from '../protocols/protocol.ts'
import { nothingSeen } from '../protocols/stream-tap.ts'
import { createResponseMemory } from './response-memory.ts'

const recalled = (body: object) => createResponseMemory().recalled(Buffer.from(JSON.stringify(body)), { userId: 'u1' })

test.each([{ toString: 1 }, [{ toString: 1 }], 7, '', 'constructor', null])(
  'an answer that is named %j is not known, whatever that is',
  (id) => {
    const unknown = expect.objectContaining({ code: 'previous_response_not_found' })
    expect(() => recalled({ input: [{ type: 'item_reference', id }] })).toThrow(unknown)
    if (id !== null) expect(() => recalled({ previous_response_id: id, input: 'x' })).toThrow(unknown)
  },
)

const PASSING: Tap = { seen: nothingSeen(), push: (chunk) => chunk, flush: () => Buffer.alloc(0) }
const COMPLETED = { type: 'response.completed', response: { id: 'resp_1', output: [{ id: 'msg_1', type: 'message' }] } }

/** A streamed answer to a request, which a memory learns. */
function learning(request: object) {
  const memory = createResponseMemory()
  const body = Buffer.from(JSON.stringify(request))
  const recalled = memory.recalled(body, { userId: 'u1' })
  const tap = memory.learning(PASSING, { recalled, userId: 'u1', stream: true })
  return { memory, end: () => tap.push(Buffer.from(`data: ${JSON.stringify(COMPLETED)}\n\n`)) }
}

test('what goes on from an answer begins with what it was asked, as it was written', () => {
  const { memory, end } = learning({ tools: [{}], input: [{ role: 'user', content: 'é', big: 1 }] })
  end()
  const next = memory.recalled(Buffer.from('{"previous_response_id":"resp_1","input":"more"}'), { userId: 'u1' })
  expect(JSON.parse(Buffer.from(next.body).toString())).toEqual({
    input: [
      { role: 'user', content: 'é', big: 1 },
      { id: 'msg_1', type: 'message' },
      { role: 'user', content: 'more' },
    ],
  })
  expect(memory.knows('resp_1', 'u2')).toBe(false)
})

test('a request that refers to more than a body may have is refused before it is made, and grows in its room', () => {
  const memory = createResponseMemory(() => 40_000)
  const told = { id: 'resp_1', output: [{ id: 'msg_1', type: 'message', text: 'x'.repeat(8000) }] }
  const request = { recalled: { body: Buffer.from('{"input":"hi"}'), input: null }, userId: 'u1', stream: false }
  memory.learning(PASSING, request).push(Buffer.from(JSON.stringify(told)))
  const references = (count: number) =>
    Buffer.from(JSON.stringify({ input: Array(count).fill({ type: 'item_reference', id: 'msg_1' }) }))
  const asked: number[] = []
  const room = (has: boolean) => ({
    userId: 'u1',
    room: { growTo: (bytes: number) => asked.push(bytes) > 0 && has, [Symbol.dispose]: () => undefined },
  })
  const { body } = memory.recalled(references(4), room(true))
  expect((JSON.parse(Buffer.from(body).toString()) as { input: object[] }).input).toEqual(Array(4).fill(told.output[0]))
  expect(asked).toEqual([expect.toSatisfy((bytes: number) => bytes >= body.length)])
  const failing = (count: number, has: boolean) => () => memory.recalled(references(count), room(has))
  expect(failing(5, true)).toThrow(expect.objectContaining({ code: 'body_too_large' }))
  // Were they put in one by one, this would take gigabytes.
  expect(failing(160_000, true)).toThrow(expect.objectContaining({ code: 'body_too_large' }))
  expect(failing(2, false)).toThrow(expect.objectContaining({ code: 'uploads_full' }))
})

test('an answer to nothing is known too, and one that is not to be stored is not', () => {
  for (const [request, known] of [
    [{ model: 'm' }, true],
    [{ store: true, input: 'x' }, true],
    [{ store: false, input: 'x' }, false],
  ] as const) {
    const { memory, end } = learning(request)
    end()
    expect(memory.knows('resp_1', 'u1')).toBe(known)
  }
})

test('while an answer goes on, its request is not held as objects', () => {
  const parse = vi.spyOn(JSON, 'parse')
  onTestFinished(() => parse.mockRestore())
  const parsed = () => parse.mock.calls.filter(([text]) => text.includes('a long story')).length
  const { end } = learning({ input: [{ role: 'user', content: 'a long story' }] })
  expect(parsed()).toBe(0)
  end()
  expect(parsed()).toBe(1)
})
