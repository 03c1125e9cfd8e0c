import { expect, test } from 'vitest'
import { strictSchema } from './schema.ts'

test('objects are closed at every depth but for maps, and names of properties are no keywords', () => {
  const schema = {
    type: 'object',
    properties: {
      format: { type: 'array', items: { type: 'object', properties: {} } },
      minimum: { $ref: '#/$defs/n' },
    },
    required: ['format'],
    $defs: { n: { anyOf: [{ type: 'object' }, { type: 'null' }] } },
  }
  expect(strictSchema(schema)).toEqual({
    type: 'object',
    properties: {
      format: { type: 'array', items: { type: 'object', properties: {}, additionalProperties: false } },
      minimum: { $ref: '#/$defs/n' },
    },
    required: ['format'],
    $defs: { n: { anyOf: [{ type: 'object', additionalProperties: true }, { type: 'null' }] } },
    additionalProperties: false,
  })
})

test('what cannot be held to is told in the description', () => {
  expect(strictSchema({ type: 'integer', minimum: 1, description: 'How many.' })).toEqual({
    type: 'integer',
    description: 'How many.\n\n{minimum: 1}',
  })
  expect(strictSchema({ type: 'string', format: 'uri', maxLength: 3 })).toEqual({
    type: 'string',
    format: 'uri',
    description: '{maxLength: 3}',
  })
  expect(strictSchema({ type: 'string', format: 'color' })).toEqual({
    type: 'string',
    description: '{format: "color"}',
  })
})

test('a dialect is left out, and one of several becomes any of them', () => {
  const schema = { $schema: 'https://json-schema.org/draft/2020-12/schema', oneOf: [{ type: 'string' }, { const: 4 }] }
  expect(strictSchema(schema)).toEqual({ anyOf: [{ type: 'string' }, { const: 4 }] })
})

test('definitions of the older dialect are found under their newer name', () => {
  const address = { type: 'object', properties: { definitions: { type: 'string' } } }
  const schema = {
    type: 'object',
    properties: { home: { $ref: '#/definitions/Address' }, work: { $ref: '#/$defs/New' } },
    definitions: { Address: address },
    $defs: { New: { $ref: '#/definitions/Address' } },
  }
  expect(strictSchema(schema)).toEqual({
    type: 'object',
    properties: { home: { $ref: '#/$defs/Address' }, work: { $ref: '#/$defs/New' } },
    $defs: { Address: { ...address, additionalProperties: false }, New: { $ref: '#/$defs/Address' } },
    additionalProperties: false,
  })
})
