import { GatewayError } from '../../../core/errors.ts'
import { asRecord, type Json, recordsOf, textOr } from '../../../core/json.ts'
import type { Usage } from '../../../core/usage.ts'
import { documentIn } from '../../body-json.ts'
import { answerFormOf, pathTo } from '../../gemini-generate/operation.ts'
import { usageMetadataOf } from '../../gemini-generate/usage.ts'
import type { Asking } from './pair.ts'

/** Bytes in an answer or a request, and what they are. */
type Blob64 = { mime: string; base64: string }

/** What a whole answer of generateContent holds. */
type Made = { text: string; blobs: Blob64[]; why: string }

/** Reads a whole answer of generateContent; null when it is none. Thoughts are left out. */
export function madeIn(answer: Buffer): Made | null {
  const document = documentIn(answer)
  const blocked = asRecord(document.promptFeedback).blockReason
  if (!Array.isArray(document.candidates) && blocked === undefined) return null
  const [candidate = {}] = (Array.isArray(document.candidates) ? document.candidates : []).map(asRecord)
  const parts = asRecord(candidate.content).parts
  const said = recordsOf(parts).filter(({ thought }) => thought !== true)
  const blobs = said.flatMap(({ inlineData }) => {
    const { mimeType, data } = asRecord(inlineData)
    return typeof data === 'string' ? [{ mime: textOr(mimeType, ''), base64: data }] : []
  })
  const why = textOr(blocked, textOr(candidate.finishMessage, textOr(candidate.finishReason, '')))
  return { text: said.map(({ text }) => textOr(text, '')).join(''), blobs, why }
}

const LONGEST = 500

/** What the caller is told when a model answered, but not with what was asked for. */
export function notMade(what: string, { text, why }: Pick<Made, 'text' | 'why'>): GatewayError {
  const reason = [text.trim().slice(0, LONGEST), why].filter((part) => part !== '').join(' — ')
  return new GatewayError('content_filtered', { reason: `The model gave no ${what}${reason && `: ${reason}`}` })
}

/** A call of generateContent whose answer comes whole. */
export function generateCall(upstreamName: string, body: Json): { path: string; body: Uint8Array } {
  const path = pathTo({ version: 'v1beta', verb: 'generateContent' }, upstreamName)
  return { path, body: Buffer.from(JSON.stringify(body)) }
}

/** An answer of generateContent in the form that was asked for, one candidate for each list of parts. */
export function generated({ incoming, about }: Asking, candidates: readonly Json[][], usage: Usage): Buffer {
  const document = JSON.stringify({
    candidates: candidates.map((parts, index) => ({ content: { parts, role: 'model' }, finishReason: 'STOP', index })),
    usageMetadata: usageMetadataOf(usage),
    modelVersion: about.model,
    responseId: about.id,
  })
  const form = answerFormOf(incoming)
  if (form === 'whole') return Buffer.from(document)
  return Buffer.from(form === 'events' ? `data: ${document}\n\n` : `[${document}]`)
}

/** What `generated` is to the caller. */
export function generatedType({ incoming }: Asking): string {
  return answerFormOf(incoming) === 'events' ? 'text/event-stream' : 'application/json'
}
