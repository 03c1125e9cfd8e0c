import fc from 'fast-check'
import { expect, test } from 'vitest'
import { splice } from '../core/json.ts'
import { markOf } from '../core/marks.ts'
import { inOrder, listsUnder, takenOut, takenOutWithin, whereMarked, wholeOf } from './elements.ts'

test('what is taken out of a list leaves a list of the others, as they were written', () => {
  const value = fc.oneof(
    fc.constant('12345678901234567890'),
    fc.jsonValue().map((each) => JSON.stringify(each)),
  )
  const element = fc.record({ json: value, out: fc.boolean(), space: fc.constantFrom('', ' ', '\n\t') })
  fc.assert(
    fc.property(fc.array(element, { maxLength: 8 }), (elements) => {
      const listed = elements.map(({ json, space }) => space + json + space).join(',')
      const bytes = Buffer.from(`{"other":[1], "list": [${listed}]}`)
      const list = listsUnder(bytes, wholeOf(bytes), 'list').flat()
      expect(list).toHaveLength(elements.length)
      const edits = takenOut(list, new Set(list.filter((_, i) => elements[i]?.out)))
      const after = Buffer.from(splice(bytes, edits))
      const left = listsUnder(after, wholeOf(after), 'list').flat()
      expect(left.map(({ start, end }) => after.toString('utf8', start, end))).toEqual(
        elements.flatMap(({ json, out }) => (out ? [] : [json])),
      )
      expect(() => JSON.parse(after.toString())).not.toThrow()
    }),
  )
})

test('an object goes when all of its list does, and stays when it had nothing to take out', () => {
  const bytes = Buffer.from('{"a":[{"b":[0]},{"b":["10",0],"c":1.10},{"b":[]},{"b":"text"},{"b":[0,0]}]}')
  const objects = listsUnder(bytes, wholeOf(bytes), 'a').flat()
  const may = whereMarked(bytes, [markOf('0', '0')])
  const edits = takenOutWithin(bytes, { objects, key: 'b', may, isOut: ({ start, end }) => end - start === 1 })
  expect(Buffer.from(splice(bytes, inOrder(edits))).toString()).toBe(
    '{"a":[{"b":["10"],"c":1.10},{"b":[]},{"b":"text"}]}',
  )
})
