import { asRecord, type Json, textOr } from '../../core/json.ts'
import { citationOf } from '../translate/citations.ts'
import type { AnswerReader } from '../translate/codec.ts'
import type { Block, Piece } from '../translate/piece.ts'
import { servedTier } from '../translate/served-tier.ts'
import { readErrorEvent } from './read-error.ts'
import { REDACTED, signatureIn } from './read-messages.ts'
import { finishReason } from './stop-reason.ts'
import { canonicalUsage, usageSoFar } from './usage.ts'

/** A block that has been opened: its signature so far, and for a call the input that came whole, until any of it has been told. */
type Open = { signature: string; input: unknown; citations: unknown[] }

/** Reads an answer of the Messages API. What the vendor's servers did in between (searches and the like) is no block of the answer. */
export function anthropicReader(): AnswerReader {
  const open = new Map<number, Open>()
  let usage: Json = {}
  let last = -1
  let over = false

  const events: Record<string, (data: Json) => Piece[]> = {
    message_start: ({ message }) => begun(asRecord(message)),
    content_block_start: ({ index, content_block: block }) => opened(numbered(index, last + 1), asRecord(block)),
    content_block_delta: ({ index, delta }) => added(numbered(index, last), asRecord(delta)),
    content_block_stop: ({ index }) => closed(numbered(index, last)),
    message_delta: ({ usage: told, delta }) => [...used(told), ...finished(asRecord(delta))],
    message_stop: () => [...closedAll(), { type: 'end' }],
    ping: () => [],
  }
  return {
    event(data) {
      const read = typeof data.type === 'string' && Object.hasOwn(events, data.type) ? events[data.type] : undefined
      if (read) return read(data)
      return data.error ? [{ type: 'failure', error: readErrorEvent(data) }] : []
    },
    whole(answer) {
      if (answer.error) return [{ type: 'failure', error: readErrorEvent(answer) }]
      const blocks: unknown[] = Array.isArray(answer.content) ? answer.content : []
      const told = blocks.flatMap((block, i) => [...opened(i, asRecord(block)), ...closed(i)])
      return [...begun(answer), ...told, ...finished(answer), { type: 'end' }]
    },
    end: closedAll,
  }

  function begun({ id, model, usage: told }: Json): Piece[] {
    return [{ type: 'start', id: textOr(id, '') || null, model: textOr(model, '') || null }, ...used(told)]
  }

  function used(told: unknown): Piece[] {
    if (Object.keys(asRecord(told)).length === 0) return []
    usage = usageSoFar(usage, asRecord(told))
    const tier = servedTier(usage.speed, usage.service_tier)
    return [{ type: 'usage', usage: canonicalUsage(usage), ...(tier && { tier }) }]
  }

  function opened(index: number, told: Json): Piece[] {
    const block = blockOf(told)
    if (!block) return []
    last = index
    const signature =
      told.type === 'redacted_thinking' ? `${REDACTED}${textOr(told.data, '')}` : textOr(told.signature, '')
    open.set(index, { signature, input: told.input, citations: listOf(told.citations) })
    const text = textOr(told.text ?? told.thinking, '')
    return [{ type: 'open', index, block }, ...said(index, text)]
  }

  function added(index: number, delta: Json): Piece[] {
    const block = open.get(index)
    if (!block) return []
    if (delta.type === 'signature_delta') block.signature = textOr(delta.signature, block.signature)
    if (delta.type === 'citations_delta') block.citations.push(delta.citation)
    const text = textOr(delta.text ?? delta.thinking ?? delta.partial_json, '')
    if (text !== '') block.input = undefined
    return said(index, text)
  }

  function closed(index: number): Piece[] {
    const block = open.get(index)
    if (!block) return []
    open.delete(index)
    // A tool without arguments is told nothing of them, and some vendors tell them when the block starts (wire.md §3.4).
    const input = block.input === undefined ? '' : JSON.stringify(block.input)
    const signature = signatureIn(block.signature)?.signature ?? null
    const cited = block.citations.flatMap((citation) => citationOf(asRecord(citation)))
    return [...said(index, input), ...cited, { type: 'close', index, signature }]
  }

  function closedAll(): Piece[] {
    return [...open.keys()].flatMap(closed)
  }

  /** Some servers tell figures in between as they tell the end, or tell the end twice. */
  function finished({ stop_reason: reason, stop_sequence: sequence, stop_details: details }: Json): Piece[] {
    if (typeof reason !== 'string' || over) return []
    over = true
    const stopSequence = typeof sequence === 'string' ? sequence : null
    const why = explained(last + 1, textOr(asRecord(details).explanation, ''))
    return [...closedAll(), ...why, { type: 'finish', reason: finishReason(reason), stopSequence }]
  }
}

/** Why a model refused stands beside the answer, whose content may be empty. */
function explained(index: number, why: string): Piece[] {
  if (why === '') return []
  const block: Block = { kind: 'refusal' }
  return [{ type: 'open', index, block }, ...said(index, why), { type: 'close', index, signature: null }]
}

function said(index: number, text: string): Piece[] {
  return text === '' ? [] : [{ type: 'delta', index, text }]
}

function listOf(told: unknown): unknown[] {
  return Array.isArray(told) ? [...(told as unknown[])] : []
}

function numbered(index: unknown, otherwise: number): number {
  return typeof index === 'number' ? index : otherwise
}

function blockOf(told: Json): Block | null {
  switch (told.type) {
    case 'text':
      return { kind: 'text' }
    case 'thinking':
    case 'redacted_thinking':
      return { kind: 'thinking' }
    case 'tool_use':
      return {
        kind: 'call',
        id: textOr(told.id, '') || null,
        name: textOr(told.name, ''),
        namespace: null,
        form: 'function',
      }
    default:
      return null
  }
}
