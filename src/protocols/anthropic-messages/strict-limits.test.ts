import { expect, test } from 'vitest'
import { strictSchema } from './schema.ts'
import { costOf, isHoldable } from './strict-limits.ts'
import { tool, write } from './test-requests.ts'

const word = { type: 'string' }
const orNull = { type: ['string', 'null'] }
const object = (properties: Record<string, object>, required = Object.keys(properties)) => ({
  type: 'object',
  properties,
  required,
})
const several = (count: number, schema: object) =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`p${i}`, schema]))
const strict = (name: string, schema: object) => tool(name, { schema: schema as Record<string, unknown>, strict: true })
const toolsOf = ({ body }: ReturnType<typeof write>) => body.tools as { strict?: boolean; input_schema: object }[]

test('a schema costs the properties that may be missing, and those of several kinds, at every depth', () => {
  const inner = object({ a: word, b: { anyOf: [word, orNull] } }, ['a'])
  const schema = {
    ...object({ list: { type: 'array', items: inner }, x: orNull }, []),
    $defs: { d: object({ z: word }, []) },
  }
  expect(costOf(strictSchema(schema))).toEqual({ optional: 4, unions: 3 })
})

test.each([
  ['twenty-one tools', Array.from({ length: 21 }, (_, i) => strict(`t${i}`, object({ a: word })))],
  [
    'twenty-five properties that may be missing',
    [strict('a', object(several(12, word), [])), strict('b', object(several(13, word), []))],
  ],
  ['seventeen of several kinds', [strict('a', object(several(17, orNull)))]],
])(
  '%s are more than a request may hold strictly: all go without, as they were written, and that is told',
  (_what, tools) => {
    const request = write({ tools })
    expect(toolsOf(request).map((each) => each.strict)).toEqual(tools.map(() => undefined))
    expect(toolsOf(request)[0]?.input_schema).toEqual(tools[0]?.form === 'function' ? tools[0].schema : null)
    expect(request.lost).toEqual(['tools.strict'])
  },
)

test.each([
  ['twenty tools', Array.from({ length: 20 }, (_, i) => strict(`t${i}`, object({ a: word })))],
  ['twenty-four properties that may be missing', [strict('a', object(several(24, word), []))]],
  ['sixteen of several kinds', [strict('a', object(several(16, orNull)))]],
])('%s are held to', (_what, tools) => {
  const request = write({ tools: [...tools, tool('loose', { strict: false })] })
  expect(toolsOf(request).map((each) => each.strict)).toEqual([...tools.map(() => true), false])
  expect(request.lost).toEqual([])
})

test('the schema of the answer counts with those of the tools, and is asked for in words where it alone is too much', () => {
  const format = (schema: object) =>
    ({ type: 'schema', name: 'n', description: null, schema: schema as Record<string, unknown>, strict: true }) as const
  const both = write({ format: format(object(several(12, orNull))), tools: [strict('a', object(several(5, orNull)))] })
  expect(both.body).toHaveProperty('output_config.format')
  expect(both.lost).toEqual(['tools.strict'])
  const alone = write({ format: format(object(several(17, orNull))) })
  expect(alone.body).not.toHaveProperty('output_config')
  expect(JSON.stringify(alone.body.system)).toContain('JSON Schema')
  expect(alone.lost).toEqual(['format'])
})

const tree = { $defs: { node: object({ next: { $ref: '#/$defs/node' } }) }, $ref: '#/$defs/node' }

test.each([
  ['a definition of its own', { $ref: '#/$defs/a', $defs: { a: { $ref: '#/$defs/b' }, b: word } }, true],
  [
    'one definition twice',
    { ...object({ x: { $ref: '#/$defs/a' }, y: { $ref: '#/$defs/a' } }), $defs: { a: word } },
    true,
  ],
  ['nothing', { $ref: '#/$defs/gone' }, false],
  ['a place that is no definition', object({ x: word, y: { $ref: '#/properties/x' } }), false],
  ['another document', { $ref: 'https://a.b/c.json' }, false],
  ['itself', tree, false],
  ['a name of every object', { $ref: '#/$defs/constructor', $defs: {} }, false],
])('a schema that refers to %s can be held to: %s', (_what, schema, expected) => {
  expect(isHoldable(strictSchema(schema as Record<string, unknown>))).toBe(expected)
})

const numbers = { type: 'object', additionalProperties: { type: 'number' } }

test.each([
  ['a map', numbers, false],
  ['a map in a list', { type: 'array', items: numbers }, false],
  ['a map among the definitions', { ...object({ a: word }), $defs: { map: numbers } }, false],
  ['a map of names that fit a pattern', { type: 'object', properties: {}, patternProperties: { '^x': word } }, false],
  ['an object of which nothing is said', object({ any: { type: 'object' } }), false],
  ['such an object, or null', object({ any: { type: ['object', 'null'] } }), false],
  ['an object that may hold more than it names', { ...object({ a: word }), additionalProperties: true }, false],
  ['an object that names what it holds', object({ a: word }), true],
  ['an object of nothing', { type: 'object', additionalProperties: false }, true],
  ['one without properties', object({ none: { type: 'object', properties: {} } }), true],
])('%s can be held to: %s', (...[, schema, expected]) => {
  expect(isHoldable(strictSchema(schema as Record<string, unknown>))).toBe(expected)
})

test('an answer that holds a map is asked for in words, and a tool that takes one is not held to it', () => {
  const schema = object({ scores: numbers })
  const format = { type: 'schema', name: 'n', description: null, schema, strict: null } as const
  const answer = write({ format })
  expect(answer.body).not.toHaveProperty('output_config')
  expect(JSON.stringify(answer.body.system)).toContain('additionalProperties')
  expect(answer.lost).toEqual(['format'])
  const called = write({ tools: [strict('save', schema)] })
  expect(toolsOf(called)).toEqual([{ name: 'save', input_schema: schema }])
  expect(called.lost).toEqual(['tools.strict'])
})

test('a strict tool that says nothing of what it takes is held to nothing', () => {
  const request = write({ tools: [tool('now', { strict: true })] })
  expect(toolsOf(request)).toMatchObject([{ strict: true, input_schema: { additionalProperties: false } }])
  expect(request.lost).toEqual([])
})

test('a tool whose schema cannot be held to goes without, and the others stay strict', () => {
  const request = write({ tools: [strict('a', object({ a: word })), strict('tree', { type: 'object', ...tree })] })
  expect(toolsOf(request).map((each) => each.strict)).toEqual([true, undefined])
  expect(toolsOf(request)[1]?.input_schema).toEqual({ type: 'object', ...tree })
  expect(request.lost).toEqual(['tools.strict'])
})
