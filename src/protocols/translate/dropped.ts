import { GatewayError } from '../../core/errors.ts'
import { asRecord, type Json } from '../../core/json.ts'
import type { FieldTable } from './codec.ts'
import type { Conversation } from './conversation.ts'

/** The most names a header carries. */
const MOST = 24
const HEADER_SAFE = /^[\w.-]{1,64}$/

/**
 * The fields of a request that its translation leaves out, in the caller's words: those of no neutral meaning and those the
 * other protocol cannot say. Throws `not_translatable` for one that may not be left out.
 */
export function droppedFields(
  body: Json,
  { from, to, conversation }: { from: FieldTable; to: FieldTable; conversation: Conversation },
): string[] {
  const sayable = new Set(Object.values(to))
  const dropped: string[] = []
  for (const [field, value] of fieldsOf(body, from)) {
    const treatment = from[field] ?? 'dropped'
    if (isEmpty(value) || treatment === 'own' || treatment === 'messages') continue
    if (treatment !== 'refused' && treatment !== 'dropped') {
      if (!sayable.has(treatment) && !isIdle(treatment, conversation[treatment])) dropped.push(field)
    } else if (!isIdle(field, value)) {
      if (treatment === 'refused') throw new GatewayError('not_translatable', { what: `\`${field}\`` })
      dropped.push(field)
    }
  }
  return tellable(dropped)
}

/** The names that can be told in a header, a few of them: callers give fields any name, of any script and length. */
export function tellable(dropped: readonly string[]): string[] {
  return dropped.filter((field) => HEADER_SAFE.test(field)).slice(0, MOST)
}

/** The top-level fields, and those one level down where the table names them so. */
function* fieldsOf(body: Json, table: FieldTable): Generator<[string, unknown]> {
  const groups = new Set(Object.keys(table).flatMap((name) => (name.includes('.') ? [name.split('.')[0]] : [])))
  const known = (name: string) => name in table || groups.has(name)
  for (const [key, value] of Object.entries(body)) {
    const name = known(key) ? key : camelIf(key, known)
    if (!groups.has(name)) yield [name, value]
    else
      for (const [inner, each] of Object.entries(asRecord(value))) {
        const path = `${name}.${inner}`
        yield [path in table ? path : `${name}.${camelIf(inner, (one) => `${name}.${one}` in table)}`, each]
      }
  }
}

/** Google's JSON may be written in either case (wire.md §1.6). */
function camelIf(key: string, known: (name: string) => boolean): string {
  const camel = key.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
  return known(camel) ? camel : key
}

/** What models do by themselves, where that is not `false`: features, and fields that are none. */
const USUAL: Readonly<Record<string, unknown>> = {
  temperature: 1,
  topP: 1,
  parallelTools: true,
  presencePenalty: 0,
  frequencyPenalty: 0,
  n: 1,
  'generationConfig.candidateCount': 1,
}

/** Whether leaving it out changes nothing. */
function isIdle(name: string, value: unknown): boolean {
  return isEmpty(value) || value === (USUAL[name] ?? false)
}

function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return true
  if (Array.isArray(value)) return value.length === 0
  return typeof value === 'object' && Object.keys(value).length === 0
}
