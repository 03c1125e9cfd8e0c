import { asRecord, type Json } from '../../core/json.ts'
import { schemasIn } from './schema.ts'

/** What a request may hold in all of its strict schemas, those of tools and that of the answer (the vendor's page on structured outputs). */
const MOST = { tools: 20, optional: 24, unions: 16 }

/** What a schema that is held to takes of that: properties that may be missing, and schemas of several kinds. */
export type Cost = { optional: number; unions: number }

/** What a schema costs, as `strictSchema` writes it. */
export function costOf(schema: Json): Cost {
  const cost = { optional: 0, unions: 0 }
  for (const { properties, required, type, anyOf } of schemasIn(schema)) {
    const must = new Set<unknown>(Array.isArray(required) ? required : [])
    cost.optional += Object.keys(asRecord(properties)).filter((name) => !must.has(name)).length
    if (Array.isArray(type) || anyOf !== undefined) cost.unions += 1
  }
  return cost
}

/** Whether a request may hold so many strict tools and schemas of these costs: with more it is refused. */
export function fits(tools: number, costs: readonly Cost[]): boolean {
  const sum = (of: keyof Cost) => costs.reduce((total, cost) => total + cost[of], 0)
  return tools <= MOST.tools && sum('optional') <= MOST.optional && sum('unions') <= MOST.unions
}

/** Whether no object in a schema may hold what it does not name: a map cannot be said in the vendor's subset. */
function isClosed(schema: unknown): boolean {
  return [...schemasIn(schema)].every(({ additionalProperties: others }) => others === undefined || others === false)
}

/** No schema within the limits has more. */
const MOST_DEFINITIONS = 256

/** Whether a schema can be held to: every object is closed, every reference leads to a definition of its own, and none back to where it came from. */
export function isHoldable({ $defs, ...schema }: Json): boolean {
  const definitions = asRecord($defs)
  if (Object.keys(definitions).length > MOST_DEFINITIONS) return false
  if (![schema, ...Object.values(definitions)].every(isClosed)) return false
  const open = new Set<string>()
  const known = new Set<string>()
  const leads = (from: unknown): boolean =>
    [...schemasIn(from)].every(({ $ref }) => $ref === undefined || (typeof $ref === 'string' && follows($ref)))
  const follows = (reference: string): boolean => {
    if (known.has(reference)) return true
    const name = /^#\/\$defs\/([^/]+)$/.exec(reference)?.[1]
    if (name === undefined || !Object.hasOwn(definitions, name) || open.has(reference)) return false
    open.add(reference)
    const isWell = leads(definitions[name])
    open.delete(reference)
    if (isWell) known.add(reference)
    return isWell
  }
  return leads(schema)
}
