import { expect, test } from 'vitest'
import { parseAsked } from './asked-json.ts'

test('what consists of more values than memory should be spent on is refused', () => {
  for (const one of ['{}', '[]', '1', '"a"', '{"a":1}'])
    expect(() => parseAsked(`[${`${one},`.repeat(500_000)}1]`), one).toThrow('more than 500000 values')
  expect(() => parseAsked('['.repeat(510_000))).toThrow('more than 500000 values')
})

test('what is large and has few values is parsed, whatever its texts hold', () => {
  const text = 'a,b,{,[,\\",\\\\'.repeat(200_000)
  expect(parseAsked(`{"input":"${text}","more":[1,9007199254740993]}`)).toMatchObject({
    input: 'a,b,{,[,",\\'.repeat(200_000),
  })
  expect(JSON.stringify(parseAsked(`{"input":"${text}","n":9007199254740993}`))).toContain('"n":9007199254740993}')
})

test('what is no JSON is undefined, a text without an end included', () => {
  expect(parseAsked('{')).toBeUndefined()
  expect(parseAsked(`{"a":"${'\\"'.repeat(600_000)}`)).toBeUndefined()
})
