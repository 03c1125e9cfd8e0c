import { asRecord, type Json } from '../../core/json.ts'
import type { Origin, Signature, ThinkingPart } from '../translate/conversation.ts'
import { seal, unseal } from '../translate/sealed.ts'

/** What OpenRouter calls the makers of signatures in `reasoning_details[].format`. */
const FORMATS = {
  'anthropic-messages': 'anthropic-claude-v1',
  'openai-responses': 'openai-responses-v1',
  'gemini-generate': 'google-gemini-v1',
} as const satisfies Record<Origin, string>
const ORIGINS = new Map(
  Object.entries(FORMATS).map(([origin, format]): [unknown, Origin] => [format, origin as Origin]),
)

/** The names vendors tell thoughts by (wire.md §1.1). */
const PLAIN = ['reasoning_content', 'reasoning', 'reasoning_text'] as const

/** What a message or delta tells of the model's thoughts as plain text; empty when nothing. */
export function plainThought(told: Json): string {
  for (const key of PLAIN) {
    const text = told[key]
    if (typeof text === 'string' && text !== '') return text
  }
  return ''
}

type Detail = { text: string | null; signature: Signature | null; index: unknown }

/** The entries of `reasoning_details`: text with a signature, or opaque data alone. */
export function thoughtDetails({ reasoning_details: list }: Json): Detail[] {
  if (!Array.isArray(list)) return []
  return list.map(asRecord).map((entry) => {
    const text = entry.text ?? entry.summary
    return {
      text: typeof text === 'string' ? text : null,
      signature: signatureIn(entry.data ?? entry.signature, ORIGINS.get(entry.format) ?? null),
      index: entry.index,
    }
  })
}

/** A signature in a place of this protocol: one of ours says where it is from, a plain one is of the place's own origin, if it has one. */
export function signatureIn(value: unknown, own: Origin | null): Signature | null {
  if (typeof value !== 'string' || value === '') return null
  return unseal(value)?.signature ?? (own && { origin: own, value })
}

/** What was thought, as a whole message tells it: entries by entries where these hold the text, since they keep the signatures apart. */
export function readThoughts(message: Json): ThinkingPart[] {
  const parts = joined(thoughtDetails(message))
  const plain = plainThought(message)
  if (plain === '' || parts.some(({ text }) => text !== null)) return parts
  return [{ type: 'thinking', text: plain, signature: null }, ...parts]
}

/** Clients that keep a stream's entries as they came have one thought in many, under the same index; the signature comes last. */
function joined(details: readonly Detail[]): ThinkingPart[] {
  const parts: ThinkingPart[] = []
  let last: Detail | null = null
  for (const detail of details) {
    const before = parts.at(-1)
    const goesOn = last !== null && last.index === detail.index && detail.index !== undefined && !last.signature
    if (before && goesOn && before.text !== null) {
      before.text += detail.text ?? ''
      before.signature = detail.signature
    } else if (detail.text !== null || detail.signature) {
      parts.push({ type: 'thinking', text: detail.text, signature: detail.signature })
    }
    last = detail
  }
  return parts
}

/**
 * An entry of `reasoning_details`. The caller of a translated answer gets signatures sealed, so that they survive a client that
 * drops `format`; a vendor gets back its own plain one.
 */
export function detailOf({ text, signature }: Omit<ThinkingPart, 'type'>, index: number, sealed: boolean): Json {
  const format = signature ? FORMATS[signature.origin] : null
  const value = signature && (sealed ? seal(signature) : signature.value)
  return text === null || text === ''
    ? { type: 'reasoning.encrypted', data: value, format, index }
    : { type: 'reasoning.text', text, signature: value, format, index }
}
