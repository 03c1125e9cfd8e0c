import { isRecord, type Json } from '../core/json.ts'
import { plainTop } from './translate/plain-top.ts'

/** Keywords that hold one schema, a list of them, or one for each name. */
const ONE = ['items', 'additionalProperties', 'not'] as const
const LISTS = ['anyOf', 'oneOf', 'allOf', 'prefixItems'] as const
const NAMED = ['properties', '$defs', 'definitions', 'patternProperties'] as const

/**
 * What a tool takes, as OpenAI takes it: for an object at the top without `properties`, and for a list anywhere without `items`, it
 * refuses the whole request (`invalid_function_parameters`).
 */
export function parametersFor(schema: Json): Json {
  const top = plainTop(withItems(schema))
  return top.properties === undefined ? { ...top, properties: {} } : top
}

function withItems(schema: Json): Json {
  const out: Json = { ...schema }
  for (const key of ONE) if (isRecord(out[key])) out[key] = withItems(out[key])
  for (const key of LISTS) if (Array.isArray(out[key])) out[key] = out[key].map(within)
  for (const key of NAMED)
    if (isRecord(out[key]))
      out[key] = Object.fromEntries(Object.entries(out[key]).map(([name, one]) => [name, within(one)]))
  if (isList(out) && out.items === undefined && out.prefixItems === undefined) out.items = {}
  return out
}

/** A schema may be a plain yes or no, too. */
function within(schema: unknown): unknown {
  return isRecord(schema) ? withItems(schema) : schema
}

function isList({ type }: Json): boolean {
  return type === 'array' || (Array.isArray(type) && type.includes('array'))
}
