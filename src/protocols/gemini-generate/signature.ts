import { markOf } from '../../core/marks.ts'
import type { Signature } from '../translate/conversation.ts'
import { seal, unseal } from '../translate/sealed.ts'

/** Stands for a signature nobody has: Gemini 3 takes a call from elsewhere with it, and none without (wire.md §3.6). */
export const UNSIGNED = 'skip_thought_signature_validator'
/** Google knows two of them (ai.google.dev, thought signatures). */
const STAND_INS = new Set([UNSIGNED, 'context_engineering_is_the_way_to_go'])

/** How base64 of a sealed signature begins. */
const SEALED = 'eW0xL'
/** How a JSON string begins that is one; only where this is found may a body hold any. */
export const SEALED_MARK = markOf(`"${SEALED}`, SEALED.slice(1))

/** What stands in a `thoughtSignature`: Google's own, or another vendor's that was sealed in it; null when nothing does. */
export function signatureIn(value: unknown): Signature | null {
  if (typeof value !== 'string' || value === '' || STAND_INS.has(value)) return null
  const sealed = value.startsWith(SEALED) ? unseal(Buffer.from(value, 'base64').toString('utf8')) : null
  return sealed?.signature ?? { origin: 'gemini-generate', value }
}

/** A signature for a `thoughtSignature` of an answer. It holds bytes, and libraries decode them: what is sealed is base64 too. */
export function signatureFor(signature: Signature): string {
  return signature.origin === 'gemini-generate' ? signature.value : Buffer.from(seal(signature)).toString('base64')
}

/** A signature for a `thoughtSignature` that Google will read: nobody else's. */
export function ownSignature(signature: Signature | null): { thoughtSignature?: string } {
  return signature?.origin === 'gemini-generate' ? { thoughtSignature: signature.value } : {}
}

/** Whether a value of a request is a signature that Google cannot read. */
export function isForeign(value: unknown): boolean {
  const signature = signatureIn(value)
  return signature !== null && signature.origin !== 'gemini-generate'
}
