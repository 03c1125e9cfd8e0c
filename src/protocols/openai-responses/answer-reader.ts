import { asRecord, type Json, textOr } from '../../core/json.ts'
import type { AnswerReader } from '../translate/codec.ts'
import type { FinishReason, Piece } from '../translate/piece.ts'
import { servedTier } from '../translate/served-tier.ts'
import { type Blocks, createBlocks } from '../translate/blocks.ts'
import { failureOf } from './read-error.ts'
import { openItem, readItem } from './read-item.ts'
import { readUsage } from './usage.ts'

/** What is known of an answer while it is read. */
type Reading = {
  blocks: Blocks
  started: boolean
  ended: boolean
  /** How many items were told as a whole. */
  items: number
}

type Step = (reading: Reading, event: Json) => Piece[]

/**
 * Reads answers of the Responses API (wire.md §1.2). Vendors leave out events: an item that was told in deltas only, one that
 * comes whole only, and one that stands in the last event only are read alike.
 */
export function createAnswerReader(): AnswerReader {
  const reading: Reading = { blocks: createBlocks(), started: false, ended: false, items: 0 }
  const read = (event: Json): Piece[] => {
    if (reading.ended) return []
    const type = textOr(event.type, event.error === undefined ? '' : 'error')
    const step = Object.hasOwn(STEPS, type) ? STEPS[type] : undefined
    return step ? begun(reading, step(reading, event)) : []
  }
  return {
    event: read,
    whole: (answer) => read({ type: endingOf(answer), response: answer }),
    end() {
      if (reading.ended) return []
      reading.ended = true
      return [...reading.blocks.closeAll(), { type: 'end' }]
    },
  }
}

/**
 * The event an answer ends with when it is streamed. Vendors that tell no status tell a failure by its error; what has neither
 * status nor output is no answer.
 */
function endingOf({ status, error, output }: Json): string {
  if (status === 'incomplete') return 'response.incomplete'
  if (error || (status !== 'completed' && status !== undefined)) return 'response.failed'
  return status === 'completed' || Array.isArray(output) ? 'response.completed' : 'none'
}

const STEPS: Readonly<Record<string, Step>> = {
  'response.created': start,
  'response.queued': start,
  'response.in_progress': start,
  'response.output_item.added': ({ blocks }, event) => openItem(blocks, event.output_index, asRecord(event.item)),
  'response.output_item.done': itemDone,
  'response.output_text.delta': ({ blocks }, event) =>
    blocks.delta(partKey(event), { kind: 'text' }, textOr(event.delta, '')),
  'response.output_text.done': ({ blocks }, event) =>
    blocks.close(partKey(event), { block: { kind: 'text' }, text: textOr(event.text, '') }),
  'response.refusal.delta': ({ blocks }, event) =>
    blocks.delta(partKey(event), { kind: 'refusal' }, textOr(event.delta, '')),
  'response.refusal.done': ({ blocks }, event) =>
    blocks.close(partKey(event), { block: { kind: 'refusal' }, text: textOr(event.refusal, '') }),
  'response.reasoning_summary_part.added': ({ blocks }, event) => blocks.paragraph(String(event.output_index)),
  'response.reasoning_summary_text.delta': thought,
  'response.reasoning_text.delta': thought,
  'response.function_call_arguments.delta': input,
  'response.custom_tool_call_input.delta': input,
  'response.completed': (reading, event) => over(reading, asRecord(event.response), 'stop'),
  'response.incomplete': (reading, event) => over(reading, asRecord(event.response), 'paused'),
  'response.failed': failed,
  error: (_reading, event) => [{ type: 'failure', error: failureOf(asRecord(event.error ?? event)) }],
}

function partKey({ output_index, content_index }: Json): string {
  return `${String(output_index)}.${String(content_index)}`
}

/** Every answer begins, whether or not its vendor says so. */
function begun(reading: Reading, pieces: Piece[]): Piece[] {
  if (reading.started || pieces.length === 0) return pieces
  reading.started = true
  return pieces[0]?.type === 'start' ? pieces : [{ type: 'start', id: null, model: null }, ...pieces]
}

function start(reading: Reading, { response }: Json): Piece[] {
  return reading.started ? [] : [startOf(asRecord(response))]
}

function startOf({ id, model }: Json): Piece {
  return { type: 'start', id: textOr(id, '') || null, model: textOr(model, '') || null }
}

function itemDone(reading: Reading, event: Json): Piece[] {
  reading.items += 1
  return readItem(reading.blocks, event.output_index, asRecord(event.item))
}

/** Thoughts come as they are or as a summary; of a vendor that tells both, those that come first are read. */
function thought({ blocks }: Reading, event: Json): Piece[] {
  return blocks.delta(
    String(event.output_index),
    { kind: 'thinking', source: textOr(event.type, '') },
    textOr(event.delta, ''),
  )
}

function input({ blocks }: Reading, event: Json): Piece[] {
  return blocks.delta(String(event.output_index), null, textOr(event.delta, ''))
}

function over(reading: Reading, response: Json, otherwise: 'stop' | 'paused'): Piece[] {
  const pieces = [
    ...start(reading, { response }),
    ...outputOf(reading, response),
    ...reading.blocks.closeAll(),
    ...usageOf(response),
  ]
  reading.ended = true
  const reason = finishOf(reading, response) ?? otherwise
  return [...pieces, { type: 'finish', reason, stopSequence: null }, { type: 'end' }]
}

/** The last event repeats the whole answer, which is news only where no item was told before. */
function outputOf({ blocks, items }: Reading, { output }: Json): Piece[] {
  if (items > 0 || !Array.isArray(output)) return []
  return output.flatMap((item, index) => readItem(blocks, index, asRecord(item)))
}

const REASONS: ReadonlyMap<string, FinishReason> = new Map([
  ['max_output_tokens', 'length'],
  ['content_filter', 'filter'],
])

/** Why an answer ended: where it is whole, what it holds tells it (wire.md §3.2). */
function finishOf({ blocks }: Reading, { incomplete_details: details }: Json): FinishReason | null {
  const reason = textOr(asRecord(details).reason, '')
  if (reason !== '') return REASONS.get(reason) ?? null
  if (blocks.seen.has('call')) return 'tools'
  return blocks.seen.has('refusal') ? 'filter' : null
}

function failed(reading: Reading, event: Json): Piece[] {
  const response = asRecord(event.response)
  reading.ended = true
  const error = failureOf(asRecord(response.error))
  return [...reading.blocks.closeAll(), ...usageOf(response), { type: 'failure', error }, { type: 'end' }]
}

function usageOf(response: Json): Piece[] {
  const told = readUsage(response)
  const tier = servedTier(response.service_tier)
  return told ? [{ type: 'usage', usage: told.usage, ...(tier && { tier }) }] : []
}
