import { asRecord, isRecord, type Json, recordsOf, textOr } from '../../core/json.ts'
import { mergeUsage } from '../merge-usage.ts'
import { type Citation, citationOf } from '../translate/citations.ts'
import type { AnswerReader } from '../translate/codec.ts'
import type { Signature } from '../translate/conversation.ts'
import type { Block, Piece } from '../translate/piece.ts'
import { servedTier } from '../translate/served-tier.ts'
import { meaningOf } from './finish.ts'
import { fenced } from './read-contents.ts'
import { readError } from './read-error.ts'
import { signatureIn } from './signature.ts'
import { canonicalUsage, searchesIn } from './usage.ts'

/** Reads an answer of generateContent: each chunk holds whole parts, and the last one says why it ended (wire.md §3.4). */
export function createReader(): AnswerReader {
  const blocks = followBlocks()
  let started = false
  let finished = false
  let called = false
  let raw: Json = {}
  let searches = 0
  const cited = new Set<string>()

  const event = (chunk: Json): Piece[] => {
    const error = asRecord(chunk.error)
    if (Object.keys(error).length > 0) return [{ type: 'failure', error: readError(Number(error.code), chunk) }]
    const out: Piece[] = started ? [] : [startOf(chunk)]
    started = true
    const candidate = asRecord(Array.isArray(chunk.candidates) ? chunk.candidates[0] : undefined)
    if (!finished) {
      for (const part of partsOf(candidate)) {
        called ||= isRecord(part.functionCall)
        blocks.read(part, out)
      }
      // What grounds an answer may be told again with every chunk.
      for (const citation of citationsIn(candidate)) if (!cited.has(citation.url)) out.push(citation)
      for (const { url } of citationsIn(candidate)) cited.add(url)
    }
    searches = Math.max(searches, searchesIn(chunk))
    if (isRecord(chunk.usageMetadata)) {
      raw = mergeUsage(raw, chunk.usageMetadata)
      const tier = servedTier(raw.serviceTier, raw.trafficType)
      out.push({ type: 'usage', usage: { ...canonicalUsage(raw), searches }, ...(tier && { tier }) })
    }
    if (!finished) finish(chunk, candidate, out)
    return out
  }

  /** Says why it ended; a prompt that is blocked has no candidates, only the reason. */
  function finish(chunk: Json, candidate: Json, out: Piece[]): void {
    const blocked = typeof asRecord(chunk.promptFeedback).blockReason === 'string'
    const told = blocked ? 'SAFETY' : candidate.finishReason
    if (typeof told !== 'string') return
    finished = true
    blocks.close(out)
    const reason = meaningOf(told, called)
    if (reason !== 'broken') return void out.push({ type: 'finish', reason, stopSequence: null })
    const message = textOr(candidate.finishMessage, told)
    out.push({ type: 'failure', error: { kind: 'broken', message } })
  }

  return {
    event,
    whole: event,
    end() {
      const out: Piece[] = []
      blocks.close(out)
      return out
    },
  }
}

function startOf({ responseId, modelVersion }: Json): Piece {
  return {
    type: 'start',
    id: typeof responseId === 'string' ? responseId : null,
    model: typeof modelVersion === 'string' ? modelVersion : null,
  }
}

/** The pages that ground an answer; which of its words rest on each is counted in bytes, and left out. */
function citationsIn({ groundingMetadata }: Json): Citation[] {
  const { groundingChunks: chunks } = asRecord(groundingMetadata)
  if (!Array.isArray(chunks)) return []
  return chunks.flatMap((chunk) => {
    const { uri, title } = asRecord(asRecord(chunk).web)
    return citationOf({ url: uri, title })
  })
}

function partsOf(candidate: Json): Json[] {
  const { parts } = asRecord(candidate.content)
  return recordsOf(parts)
}

/** Makes blocks of parts: those of one kind that follow one another are one. */
function followBlocks() {
  let open: { index: number; kind: Block['kind'] } | null = null
  let next = 0

  function close(out: Piece[], signature: Signature | null = null): void {
    if (open) out.push({ type: 'close', index: open.index, signature })
    open = null
  }

  /** The index of the open block, if it is of this kind, or of a new one. */
  function within(block: Block, out: Piece[], signature: Signature | null = null): number {
    if (open?.kind === block.kind) return open.index
    close(out)
    open = { index: next, kind: block.kind }
    next += 1
    out.push({ type: 'open', index: open.index, block, ...(signature && { signature }) })
    return open.index
  }

  function whole(block: Block, text: string, { out, signature }: { out: Piece[]; signature: Signature | null }): void {
    close(out)
    out.push({ type: 'delta', index: within(block, out, signature), text })
    close(out, signature)
  }

  function say(kind: 'text' | 'thinking', text: string, out: Piece[]): void {
    if (text !== '') out.push({ type: 'delta', index: within({ kind }, out), text })
  }

  function read(part: Json, out: Piece[]): void {
    const signature = signatureIn(part.thoughtSignature)
    const { functionCall, inlineData } = part
    if (isRecord(functionCall)) {
      const { id, name, args } = functionCall
      const block = { kind: 'call', id: textOr(id, '') || null, name: textOr(name, ''), ...FUNCTION } as const
      return whole(block, JSON.stringify(args ?? {}), { out, signature })
    }
    // What is drawn while thinking is a draft; the picture itself follows.
    if (isRecord(inlineData)) {
      if (part.thought !== true) picture(inlineData, out)
    } else say(part.thought === true ? 'thinking' : 'text', textOr(part.text, ranCode(part)), out)
    if (!signature) return
    // What is signed is over; but for calls and thoughts, a signature has its place in a thought of its own.
    within({ kind: 'thinking' }, out)
    close(out, signature)
  }

  function picture({ mimeType, data }: Json, out: Piece[]): void {
    const mime = textOr(mimeType, '')
    if (mime.startsWith('image/')) whole({ kind: 'image', mime }, textOr(data, ''), { out, signature: null })
  }

  return { read, close }
}

const FUNCTION = { namespace: null, form: 'function' } as const

/** Code that the vendor ran, and what came of it, as words. */
function ranCode({ executableCode, codeExecutionResult }: Json): string {
  const shown = isRecord(executableCode) ? fenced(executableCode.code) : fenced(asRecord(codeExecutionResult).output)
  return shown.map(({ text }) => text).join('')
}
