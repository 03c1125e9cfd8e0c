import { expect, test } from 'vitest'
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
