import { asRecord, isRecord, type Json } from '../../core/json.ts'
import { numberOf } from './proto-json.ts'

/** Keywords that hold a schema, a list of them, or one for each name. */
const ONE = new Set(['items', 'additionalProperties', 'contains', 'propertyNames', 'not', 'if', 'then', 'else'])
const SEVERAL = new Set(['anyOf', 'oneOf', 'allOf', 'prefixItems'])
const NAMED = new Set(['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas'])
/** Keywords that hold values of the caller's, which are no schemas whatever they look like. */
const VALUES = new Set(['const', 'default', 'enum', 'example', 'examples'])
/** Google writes these as 64-bit numbers, which are text in its JSON. */
const COUNTS = new Set(['minItems', 'maxItems', 'minLength', 'maxLength', 'minProperties', 'maxProperties'])

/**
 * A schema of Google's as JSON Schema: its own kind (an OpenAPI subset with types in capitals, in either case of names), and a
 * JSON Schema too, since clients write capitals there as well (wire.md §2.3). What it does not know stays as it is.
 */
export function jsonSchemaOf(schema: Json): Json {
  const out: Json = {}
  for (const [key, value] of Object.entries(schema)) {
    const name = camel(key)
    if (name === 'propertyOrdering' || name === 'nullable' || (name === 'format' && value === 'enum')) continue
    if (name === 'type') Object.assign(out, typed(value))
    else if (name === 'example') out.examples = [value]
    else out[name] = within(name, value)
  }
  return schema.nullable === true ? orNull(out) : out
}

function within(name: string, value: unknown): unknown {
  if (ONE.has(name)) return isRecord(value) ? jsonSchemaOf(value) : value
  if (SEVERAL.has(name)) return Array.isArray(value) ? value.map((one) => within('items', one)) : value
  if (COUNTS.has(name)) return numberOf(value) ?? value
  if (!NAMED.has(name)) return value
  return Object.fromEntries(Object.entries(asRecord(value)).map(([key, one]) => [key, within('items', one)]))
}

function typed(type: unknown): Json {
  if (Array.isArray(type)) return { type: type.map(lowered) }
  return type === 'TYPE_UNSPECIFIED' ? {} : { type: lowered(type) }
}

function lowered(type: unknown): unknown {
  return typeof type === 'string' ? type.toLowerCase() : type
}

/** The same schema, or null. */
function orNull(schema: Json): Json {
  const { type, enum: values, ...rest } = schema
  if (typeof type !== 'string') return { anyOf: [schema, { type: 'null' }] }
  return { ...rest, type: [type, 'null'], ...(Array.isArray(values) && { enum: [...(values as unknown[]), null] }) }
}

const SNAKE = new Map(
  [...ONE, ...SEVERAL, ...NAMED, ...COUNTS, 'propertyOrdering'].flatMap((name) => {
    const snake = name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
    return snake === name ? [] : [[snake, name] as const]
  }),
)

function camel(key: string): string {
  return SNAKE.get(key) ?? key
}

/**
 * A JSON Schema for `parametersJsonSchema` or `responseJsonSchema`, which refuse to be told what dialect it is (wire.md §3.7.21), and
 * know definitions by their newer name only (ai.google.dev, GenerationConfig).
 */
export function schemaFor(schema: Json): Json {
  const { $schema: _dialect, ...plain } = schema
  const { definitions, ...rest } = plain
  const newer = isRecord(definitions) ? { ...rest, $defs: { ...definitions, ...asRecord(rest.$defs) } } : plain
  return asRecord(referring(newer))
}

/**
 * The same value with every reference to a definition by the newer name, and alone: beside it Google takes only what begins with a
 * dollar. What is said of it stands around it, as tools of pydantic and zod say something of nearly each.
 */
function referring(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(referring)
  if (!isRecord(value)) return value
  const entries = Object.entries(value).map(([key, one]) => [key, referringAt(key, one)] as const)
  const told: Json = Object.fromEntries(entries)
  const { $ref: name, description, anyOf, oneOf } = told
  if (typeof name !== 'string') return told
  const { $ref: _alone, ...own } = Object.fromEntries(entries.filter(([key]) => key.startsWith('$')))
  const $ref = name.replace(/^#\/definitions\//, '#/$defs/')
  const said = { ...(typeof description === 'string' && { description }), ...(Array.isArray(oneOf) && { oneOf }) }
  // A choice holds beside what is referred to: of what Google knows, only the two kinds of choice say two things at once.
  if (Array.isArray(anyOf)) return { ...own, ...said, anyOf: [{ anyOf, oneOf: [{ $ref }] }] }
  return Object.keys(said).length === 0 ? { ...own, $ref } : { ...own, ...said, anyOf: [{ $ref }] }
}

/** Names of fields may be spelled like keywords, and values like references. */
function referringAt(keyword: string, value: unknown): unknown {
  if (VALUES.has(keyword)) return value
  if (!NAMED.has(keyword) || !isRecord(value)) return referring(value)
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, referring(one)]))
}
