import { expect, test } from 'vitest'
import { parametersFor } from './openai-parameters.ts'

test.each([
  ['{}', '{"type":"object","properties":{}}'],
  ['{"type":"object","additionalProperties":false}', '{"type":"object","additionalProperties":false,"properties":{}}'],
  ['{"properties":{"a":true}}', '{"type":"object","properties":{"a":true}}'],
])('an object says what it has: %s', (schema, expected) => {
  expect(JSON.stringify(parametersFor(JSON.parse(schema)))).toBe(expected)
})

test('a list says what is in it, however deep it stands', () => {
  const list = { type: 'array' }
  const whole = { type: 'array', items: {} }
  const schema = (one: object) => ({
    type: 'object',
    properties: { a: one, b: { anyOf: [one, { type: 'null' }] }, c: { type: 'array', items: one } },
    $defs: { d: { type: ['array', 'null'], prefixItems: [one] } },
  })
  expect(parametersFor(schema(list))).toEqual(schema(whole))
})

test('a list that says so already stays as it is', () => {
  const schema = {
    type: 'object',
    properties: { a: { type: 'array', items: { type: 'string' } }, items: { type: 'string' } },
  }
  expect(parametersFor(schema)).toEqual(schema)
})

test('no combination stands at the top; what its parts allow is allowed there', () => {
  const part = (name: string) => ({ properties: { [name]: { type: 'string' } }, required: [name] })
  expect(parametersFor({ type: 'object', properties: { a: {} }, anyOf: [part('a'), part('b')], not: {} })).toEqual({
    type: 'object',
    properties: { a: {}, b: { type: 'string' } },
  })
})
