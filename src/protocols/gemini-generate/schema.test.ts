import { expect, test } from 'vitest'
import { jsonSchemaOf, schemaFor } from './schema.ts'

test('Google’s own kind of schema becomes JSON Schema at every depth', () => {
  const google = {
    type: 'OBJECT',
    title: 'T',
    propertyOrdering: ['b', 'a'],
    required: ['a'],
    properties: {
      a: { type: 'STRING', format: 'enum', enum: ['x', 'y'] },
      b: { type: 'ARRAY', minItems: '1', max_items: '3', items: { type: 'NUMBER', nullable: true, example: 1.5 } },
      c: { any_of: [{ type: 'INTEGER' }, { type: 'STRING', nullable: true, enum: ['z'] }], nullable: true },
      type: { type: 'BOOLEAN' },
    },
  }
  expect(jsonSchemaOf(google)).toEqual({
    type: 'object',
    title: 'T',
    required: ['a'],
    properties: {
      a: { type: 'string', enum: ['x', 'y'] },
      b: { type: 'array', minItems: 1, maxItems: 3, items: { type: ['number', 'null'], examples: [1.5] } },
      c: {
        anyOf: [{ anyOf: [{ type: 'integer' }, { type: ['string', 'null'], enum: ['z', null] }] }, { type: 'null' }],
      },
      type: { type: 'boolean' },
    },
  })
})

test('a JSON Schema stays as it is', () => {
  const schema = {
    type: 'object',
    $defs: { leaf: { type: ['string', 'null'], const: 'OBJECT', default: { type: 'STRING' } } },
    properties: { a: { $ref: '#/$defs/leaf' }, nullable: { enum: ['STRING', 1] } },
    additionalProperties: false,
    allOf: [{ if: { type: 'string' }, else: false }],
    patternProperties: { '^TYPE': { format: 'date' } },
    prefixItems: [{ maximum: 3 }],
  }
  expect(jsonSchemaOf(schema)).toEqual(schema)
})

test('an upstream is not told the dialect of a schema', () => {
  expect(schemaFor({ $schema: 'http://json-schema.org/draft-07/schema#', type: 'object', const: 1 })).toEqual({
    type: 'object',
    const: 1,
  })
})

test('definitions under their older name, which Google does not know, go under the newer one', () => {
  const leaf = { type: 'object', properties: { next: { $ref: '#/definitions/leaf' } } }
  const schema = { type: 'object', definitions: { leaf }, properties: { a: { items: { $ref: '#/definitions/leaf' } } } }
  expect(schemaFor(schema)).toEqual({
    type: 'object',
    $defs: { leaf: { type: 'object', properties: { next: { $ref: '#/$defs/leaf' } } } },
    properties: { a: { items: { $ref: '#/$defs/leaf' } } },
  })
})

test('beside a reference Google takes nothing: what is said of it stands around it', () => {
  const leaf = { type: 'object', properties: { next: { $ref: '#/$defs/leaf', default: null, title: 'Next' } } }
  const schema = {
    $defs: { leaf },
    type: 'object',
    properties: {
      a: { $ref: '#/$defs/leaf', description: 'the first' },
      list: { type: 'array', items: { $ref: '#/$defs/leaf', type: 'object' } },
      $ref: { type: 'string', description: 'a field that is called so' },
    },
  }
  expect(schemaFor(schema)).toEqual({
    $defs: { leaf: { type: 'object', properties: { next: { $ref: '#/$defs/leaf' } } } },
    type: 'object',
    properties: {
      a: { description: 'the first', anyOf: [{ $ref: '#/$defs/leaf' }] },
      list: { type: 'array', items: { $ref: '#/$defs/leaf' } },
      $ref: { type: 'string', description: 'a field that is called so' },
    },
  })
  // Definitions stay where references to them look.
  const root = { $defs: { leaf }, $ref: '#/$defs/leaf', type: 'object', description: 'all' }
  const { $defs, ...rest } = schemaFor(root)
  expect($defs).toHaveProperty('leaf')
  expect(rest).toEqual({ description: 'all', anyOf: [{ $ref: '#/$defs/leaf' }] })
})

test('a choice of its own beside a reference holds as well as the reference', () => {
  const choice = [{ required: ['a'] }, { $ref: '#/definitions/b', title: 'B' }]
  const chosen = [{ required: ['a'] }, { $ref: '#/$defs/b' }]
  const reference = { $ref: '#/definitions/leaf' }
  const alone = { $ref: '#/$defs/leaf' }
  expect(schemaFor({ items: { ...reference, description: 'the first', anyOf: choice } })).toEqual({
    items: { description: 'the first', anyOf: [{ anyOf: chosen, oneOf: [alone] }] },
  })
  expect(schemaFor({ items: { ...reference, anyOf: choice } })).toEqual({
    items: { anyOf: [{ anyOf: chosen, oneOf: [alone] }] },
  })
  expect(schemaFor({ items: { ...reference, oneOf: choice } })).toEqual({ items: { oneOf: chosen, anyOf: [alone] } })
})

test('a value that looks like a reference stays as it is, and a field may be called like what holds values', () => {
  const branch = { $ref: '#/definitions/main', sha: '1' }
  const values = { default: branch, enum: [branch], const: branch, examples: [branch] }
  const schema = { type: 'object', ...values, properties: { default: { $ref: '#/$defs/leaf', title: 'Leaf' } } }
  expect(schemaFor(schema)).toEqual({ ...schema, properties: { default: { $ref: '#/$defs/leaf' } } })
})
