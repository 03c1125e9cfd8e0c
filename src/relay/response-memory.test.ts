import { expect, onTestFinished, test, vi } from 'vitest'
import type { Tap } from '../protocols/protocol.ts'
import { nothingSeen } from '../protocols/stream-tap.ts'
import { createResponseMemory } from './response-memory.ts'

const recalled = (body: object) => createResponseMemory().recalled(Buffer.from(JSON.stringify(body)), 'u1')

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
  const tap = memory.learning(PASSING, { body, userId: 'u1', stream: true })
  return { memory, end: () => tap.push(Buffer.from(`data: ${JSON.stringify(COMPLETED)}\n\n`)) }
}

test('what goes on from an answer begins with what it was asked, as it was written', () => {
  const { memory, end } = learning({ tools: [{}], input: [{ role: 'user', content: 'é', big: 1 }] })
  end()
  const next = memory.recalled(Buffer.from('{"previous_response_id":"resp_1","input":"more"}'), 'u1')
  expect(JSON.parse(Buffer.from(next).toString())).toEqual({
    input: [
      { role: 'user', content: 'é', big: 1 },
      { id: 'msg_1', type: 'message' },
      { role: 'user', content: 'more' },
    ],
  })
  expect(memory.knows('resp_1', 'u2')).toBe(false)
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
