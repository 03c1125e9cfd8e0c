import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hideValues } from './hide-values.ts'
import { growthOf, MOST_GROWTH } from './test-growth.ts'

const NAMES = new Set(['phone', 'id_card', '身份证'])
const hidden = (text: string) => hideValues(text, NAMES)

test.each([
  ['a text', '{"phone":"138","n":1}', '{"phone":"***","n":1}'],
  ['a number', '{"phone": 138, "n": 1}', '{"phone": "***", "n": 1}'],
  ['a list', '{"phone":["1","}",{"a":2}],"n":1}', '{"phone":"***","n":1}'],
  ['an object', '{"phone":{"a":"]","b":[1]},"n":1}', '{"phone":"***","n":1}'],
  ['any depth', '[{"a":{"b":[{"id_card":"1"}]}}]', '[{"a":{"b":[{"id_card":"***"}]}}]'],
  ['any case', '{"Phone":"1","ID_CARD":"2"}', '{"Phone":"***","ID_CARD":"***"}'],
  [
    'a name that is written as its code points',
    String.raw`{"\u8eab\u4efd\u8bc1":"1"}`,
    String.raw`{"\u8eab\u4efd\u8bc1":"***"}`,
  ],
  ['a text with quotes in it', String.raw`{"phone":"1\"2\\","n":1}`, '{"phone":"***","n":1}'],
  ['space anywhere', '{\n "phone"\t:\r\n "1"\n}', '{\n "phone"\t:\r\n "***"\n}'],
  ['a name that stands twice', '{"phone":"1","phone":"2"}', '{"phone":"***","phone":"***"}'],
  ['the end of a path', String.raw`{"p":"C:\\","phone":"1"}`, String.raw`{"p":"C:\\","phone":"***"}`],
  ['a text that is cut', '{"phone":"13', '{"phone":"***"'],
  ['a text that is cut in an escape', '{"phone":"13\\', '{"phone":"***"'],
  ['an object that is cut', '{"phone":{"a":"1","b', '{"phone":"***"'],
  ['a number that is cut', '{"phone":13', '{"phone":"***"'],
  ['what is cut before it', '{"phone":', '{"phone":'],
  [
    'events',
    'event: a\ndata: {"a":{"phone":"1"}}\n\ndata:{"id_card":2}\n\ndata: [DONE]\n\n',
    'event: a\ndata: {"a":{"phone":"***"}}\n\ndata:{"id_card":"***"}\n\ndata: [DONE]\n\n',
  ],
  [
    'an event of several lines',
    'data: {"phone":\ndata: "1",\ndata:"id_card"\ndata: : 2}\n\n',
    'data: {"phone":\ndata: "***",\ndata:"id_card"\ndata: : "***"}\n\n',
  ],
])('of %s the value is hidden', (_name, text, left) => {
  expect(hidden(text)).toBe(left)
})

test.each([
  '{"phones":"1","my_phone":"2","say":"phone","list":["phone","1"]}',
  String.raw`{"arguments":"{\"phone\":\"1\"}"}`,
  '玉门 "phone',
  '',
])('%s stays', (text) => {
  expect(hidden(text)).toBe(text)
})

test('without names everything stays', () => {
  expect(hideValues('{"phone":"1"}', new Set())).toBe('{"phone":"1"}')
})

const CANARY = '13800138000'
/** Any JSON in which the names stand with values that hold the canary. */
const withSecrets = fc.letrec<{ any: unknown; secret: unknown }>((tie) => ({
  any: fc.oneof(
    { maxDepth: 5 },
    fc.string().filter((text) => !text.includes('1')),
    fc.array(tie('any'), { maxLength: 4 }),
    fc.record({ 'a"\\': tie('any'), Phone: tie('secret'), 身份证: tie('secret'), z: tie('any') }, { requiredKeys: [] }),
  ),
  secret: fc.oneof(
    { maxDepth: 3 },
    fc.string().map((text) => `${text.replaceAll('1', '')}${CANARY}"\\`),
    fc.constant(Number(CANARY)),
    fc.array(tie('secret'), { maxLength: 3 }),
    fc.record({ name: tie('secret'), '}': tie('secret') }),
  ),
})).any

test('wherever JSON is cut, nothing of a hidden value is left, and what is whole stays JSON', () => {
  fc.assert(
    fc.property(withSecrets, fc.double({ min: 0, max: 1, noNaN: true }), fc.boolean(), (value, share, pretty) => {
      const whole = JSON.stringify(value, null, pretty ? 2 : 0)
      for (const text of [
        whole,
        `data: ${whole}\n\n`,
        whole
          .split('\n')
          .map((line) => `data: ${line}\n`)
          .join(''),
      ]) {
        expect(hidden(text)).not.toContain('13')
        expect(hidden(text.slice(0, Math.ceil(text.length * share)))).not.toContain('13')
      }
      expect(() => JSON.parse(hidden(whole))).not.toThrow()
    }),
  )
})

test.each([
  ['quotes', '" '],
  ['escaped quotes', '\\"'],
  ['names without values', '"phone" '],
  ['objects of hidden names', '{"phone":{'],
  ['hidden texts that do not end', '"phone":"a'],
  ['space', '" \n \n'],
])('what it takes of %s is in proportion to their number', (_name, part) => {
  expect(growthOf(20_000, (count) => () => hidden(part.repeat(count)))).toBeLessThan(MOST_GROWTH)
})
