import { type Mark, markOf } from '../../core/marks.ts'
import type { Origin, Signature } from './conversation.ts'

/** How a text begins that is sealed. */
export const SEALED_START = 'ym1.'
/** How a JSON string begins that is sealed; only where this is found may a body hold one. */
export const SEALED_STRING: Mark = markOf(`"${SEALED_START}`, SEALED_START)
const SHORT: Record<Origin, string> = { 'openai-responses': 'o', 'anthropic-messages': 'a', 'gemini-generate': 'g' }
const LONG = new Map(Object.entries(SHORT).map(([origin, short]) => [short, origin as Origin]))

/**
 * A signature in the place where another protocol keeps its own, marked with its origin so that it is known again when the
 * caller sends it back. `onCall` marks one that belongs to the tool call that follows, not to a thought.
 */
export function seal({ origin, value }: Signature, onCall = false): string {
  return `${SEALED_START}${SHORT[origin]}${onCall ? 'c' : ''}.${value}`
}

/** What a sealed text holds; null when it is none of ours, and so the native one of the protocol it stands in. */
export function unseal(text: string): { signature: Signature; onCall: boolean } | null {
  const [, short = '', call, value] = /^ym1\.([oag])(c?)\.(.*)$/s.exec(text) ?? []
  const origin = LONG.get(short)
  return origin && value !== undefined ? { signature: { origin, value }, onCall: call === 'c' } : null
}
