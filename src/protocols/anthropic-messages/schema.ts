import { asRecord, isRecord, type Json, textOr } from '../../core/json.ts'

/** Formats of strings that can be held to (the vendor's SDK, `transform-json-schema`). */
const FORMATS = ['date-time', 'time', 'date', 'duration', 'email', 'hostname', 'uri', 'ipv4', 'ipv6', 'uuid']
const KEPT = ['type', 'enum', 'const', 'title', 'required']
/** Keywords that hold one schema, a list of them, or one for each name. */
const INNER = { items: 'one', anyOf: 'list', allOf: 'list', properties: 'named', $defs: 'named' } as const

/** Where definitions stood before the dialect of 2019, and how they are referred to there. */
const OLD = 'definitions'
const OLD_REFERENCE = /^#\/definitions\//

/**
 * A schema in the subset that the vendor holds answers to: objects are closed, and what else cannot be held to is told to
 * the model in the description instead. An object that is a map stays open, and the whole cannot be held to (`isHoldable`).
 */
export function strictSchema(schema: Json): Json {
  // One of several is not known; any of them is the nearest.
  const { $schema: _dialect, description, additionalProperties, oneOf, ...rest } = withDefinitions(schema)
  const strict: Json = {}
  const told: string[] = []
  for (const [key, value] of Object.entries(oneOf === undefined ? rest : { anyOf: oneOf, ...rest })) {
    if (isInner(key)) strict[key] = within(INNER[key], value)
    else if (key === '$ref') strict[key] = typeof value === 'string' ? value.replace(OLD_REFERENCE, '#/$defs/') : value
    else if (isKept(key, value)) strict[key] = value
    else told.push(`${key}: ${JSON.stringify(value)}`)
  }
  if (isObject(schema)) strict.additionalProperties = isMap(schema) ? (additionalProperties ?? true) : false
  else if (additionalProperties !== undefined)
    told.push(`additionalProperties: ${JSON.stringify(additionalProperties)}`)
  if (told.length === 0) return typeof description === 'string' ? { ...strict, description } : strict
  return { ...strict, description: `${textOr(description, '')}\n\n{${told.join(', ')}}`.trimStart() }
}

function isObject(schema: Json): boolean {
  const { type } = schema
  return type === 'object' || 'properties' in schema || (Array.isArray(type) && type.includes('object'))
}

/** Whether an object may hold what it does not name: closed, it could hold nothing else, and often nothing at all. */
function isMap({ properties, additionalProperties: others, patternProperties }: Json): boolean {
  if (others === true || isRecord(others) || Object.keys(asRecord(patternProperties)).length > 0) return true
  return properties === undefined && others !== false
}

function withDefinitions(schema: Json): Json {
  if (!(OLD in schema)) return schema
  const { [OLD]: old, ...rest } = schema
  return { ...rest, $defs: { ...asRecord(old), ...asRecord(rest.$defs) } }
}

/** A schema that `strictSchema` has written, and every one in it. */
export function* schemasIn(schema: unknown): Generator<Json> {
  const fields = asRecord(schema)
  yield fields
  for (const [key, kind] of Object.entries(INNER)) {
    const value = fields[key]
    const inner = kind === 'one' || typeof value !== 'object' || value === null ? [value] : Object.values(value)
    for (const each of inner) if (typeof each === 'object') yield* schemasIn(each)
  }
}

function isInner(key: string): key is keyof typeof INNER {
  return Object.hasOwn(INNER, key)
}

function isKept(key: string, value: unknown): boolean {
  if (key === 'format') return FORMATS.some((format) => format === value)
  return KEPT.includes(key) || (key === 'minItems' && (value === 0 || value === 1))
}

function within(kind: (typeof INNER)[keyof typeof INNER], value: unknown): unknown {
  if (kind === 'one') return strictInner(value)
  if (kind === 'list') return Array.isArray(value) ? value.map(strictInner) : value
  return Object.fromEntries(Object.entries(asRecord(value)).map(([name, inner]) => [name, strictInner(inner)]))
}

function strictInner(value: unknown): unknown {
  return isRecord(value) ? strictSchema(value) : value
}
