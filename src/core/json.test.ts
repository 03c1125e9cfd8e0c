import fc from 'fast-check'
import { expect, test } from 'vitest'
import { splice, topLevelSpans, valueAt } from './json.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const wanted = new Set(['model', 'stream'])

test('the spans of wanted keys are found wherever they stand', () => {
  const json = bytes('{ "a" : {"model":"inner"}, "model" : "gpt-5.5" ,"stream":true, "z":[1,"}"] }')
  const spans = topLevelSpans(json, wanted)
  expect(spans?.get('model')?.map((span) => valueAt(json, span))).toEqual(['gpt-5.5'])
  expect(spans?.get('stream')?.map((span) => valueAt(json, span))).toEqual([true])
})

test('a key that stands twice, or is written with escapes, is found each time', () => {
  const json = bytes('{"model":"a","mo\\u0064el":"b"}')
  expect(
    topLevelSpans(json, wanted)
      ?.get('model')
      ?.map((span) => valueAt(json, span)),
  ).toEqual(['a', 'b'])
})

test('a text ends where a parser ends it, however many quotes and backslashes it has, and a cut one nowhere', () => {
  const text = fc.string({ unit: fc.constantFrom('"', '\\', 'a', '好'), maxLength: 300 })
  fc.assert(
    fc.property(text, fc.nat(), (model, cut) => {
      const json = bytes(JSON.stringify({ before: model, model }))
      const span = topLevelSpans(json, wanted)?.get('model')?.at(-1)
      expect(span && valueAt(json, span)).toBe(model)
      expect(topLevelSpans(json.subarray(0, cut % json.length), wanted)).toBeUndefined()
    }),
    { numRuns: 1000 },
  )
})

test('what is not one JSON object is refused', () => {
  for (const text of [
    '',
    '[]',
    '"x"',
    '{',
    '{"a"}',
    '{"a":}',
    '{"a":1,}',
    '{"a":1}x',
    '{"a":[1}',
    '{"a":nope}',
    '{"a":"b',
    '{a:1}',
    '{"a":1 "b":2}',
  ]) {
    expect(topLevelSpans(bytes(text), wanted), text).toBeUndefined()
  }
  expect(topLevelSpans(bytes(`{"a":${'['.repeat(64)}${']'.repeat(64)}}`), wanted)).toBeUndefined()
})

test('every object JSON.stringify writes is accepted, and its values are found', () => {
  fc.assert(
    fc.property(
      fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 8 })),
      fc.string(),
      fc.boolean(),
      (rest, model, pretty) => {
        const value = { ...rest, model }
        const json = bytes(JSON.stringify(value, null, pretty ? 2 : 0))
        const span = topLevelSpans(json, wanted)?.get('model')?.at(-1)
        expect(span && valueAt(json, span)).toBe(model)
      },
    ),
  )
})

test('splicing changes the spans and nothing else', () => {
  const json = bytes('{"model":"a","x":1e400,"stream":false}')
  const span = topLevelSpans(json, wanted)?.get('model')?.[0]
  const out = splice(json, span ? [{ ...span, with: bytes('"longer"') }] : [])
  expect(new TextDecoder().decode(out)).toBe('{"model":"longer","x":1e400,"stream":false}')
})

test('whoever asks is told of each string inside of the values, and of no other', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 4 })), (value) => {
      const json = bytes(JSON.stringify(value))
      const told: unknown[] = []
      topLevelSpans(json, wanted, { left: Infinity, string: (open) => told.push(textFrom(json, open)) })
      expect(told.map(String).toSorted(byUnits)).toEqual(Object.values(value).flatMap(stringsInside).toSorted(byUnits))
    }),
  )
})

test('a text ends as none when it holds more values than may come, whatever they are', () => {
  const values = '{"a":1,"b":[2,{"c":"3,[{"}],"d":{"e":[],"f":null}}'
  const through = (left: number) => topLevelSpans(bytes(values), wanted, { left, string() {} })
  // Its three members, then what opens or follows a comma inside of them.
  const needed = Array.from({ length: 30 }, (_, left) => left).find((left) => through(left))
  expect(needed).toBe(3 + 3 + 3)
})

test('a wanted key may stand twice, and not seventeen times', () => {
  const times = (count: number) => topLevelSpans(bytes(`{${Array(count).fill('"model":1').join()}}`), wanted)
  expect(times(16)?.get('model')).toHaveLength(16)
  expect(times(17)).toBeUndefined()
})

const byUnits = (a: string, b: string) => (a < b ? -1 : Number(a > b))

/** The string that opens there, as a parser reads it. */
function textFrom(json: Uint8Array, open: number): unknown {
  let end = open + 1
  while (json[end] !== 0x22) end += json[end] === 0x5c ? 2 : 1
  return valueAt(json, { start: open, end: end + 1 })
}

function stringsInside(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  const keys = Array.isArray(value) ? [] : Object.keys(value)
  const own = Object.values(value).flatMap((one) => (typeof one === 'string' ? one : stringsInside(one)))
  return [...keys, ...own]
}

test('what some parsers take for comments or quotes ends a value', () => {
  for (const inside of ['/* " */', '// "\n', "'\"'", '# "', '`"`'])
    expect(topLevelSpans(bytes(`{"a":[${inside}{"file_id":"x"}${inside}]}`), wanted), inside).toBeUndefined()
  expect(topLevelSpans(bytes('{"a":[NaN,-Infinity,1e5,true,"// \'#`"]}'), wanted)).toBeDefined()
})

test('what lenient parsers take for a key is none: one without quotes, or with an escape that JSON has not', () => {
  for (const inside of [
    '{file_id:"x"}',
    '{"a":1,file_id : "x"}',
    '{"file_id"="x"}',
    '{"a":1;"file_id":"x"}',
    '["a" b:1]',
  ])
    expect(topLevelSpans(bytes(`{"a":[${inside}]}`), wanted), inside).toBeUndefined()
  expect(topLevelSpans(bytes('{"model":"a","m\\odel":"b"}'), wanted)).toBeUndefined()
  expect(topLevelSpans(bytes('{"a":[{ "b" \t:\n1 , "c:d":":", "e":{} }]}'), wanted)).toBeDefined()
})
