import fc from 'fast-check'
import { expect, test } from 'vitest'
import { followCalls } from './call-ids.ts'

const id = fc.constantFrom(null, 'a', 'b', 'call_2')
const name = fc.constantFrom('read', 'write')
const step = fc.oneof(
  fc.record({ does: fc.constant('call' as const), id, name }),
  fc.record({ does: fc.constant('result' as const), id, name: fc.option(name) }),
)

test('a result finds the call of its id, else the first without a result by its name, else the first of all', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      const calls = followCalls([])
      const known: { id: string; name: string; answered: boolean }[] = []
      for (const one of steps)
        if (one.does === 'call') known.push({ id: calls.add(one.id, one.name), name: one.name, answered: false })
        else {
          const open = (call: (typeof known)[number]) => !call.answered && (one.name === null || call.name === one.name)
          const expected = known.find((call) => call.id === one.id) ?? known.find(open)
          if (expected) expected.answered = true
          expect(calls.answered(one.id, one.name)).toEqual(expected)
        }
    }),
    { numRuns: 1000 },
  )
})

test('a hundred thousand calls take no longer than as many words', () => {
  const calls = followCalls([])
  for (let turn = 0; turn < 100_000; turn += 1) calls.add(null, 'read')
  for (let turn = 0; turn < 100_000; turn += 1) expect(calls.answered(null, turn % 2 ? 'read' : null)?.id).toBeDefined()
  expect(calls.answered(null, null)).toBeUndefined()
})
