import { asRecord, type Json, textOr } from '../../core/json.ts'
import { readAnnotations } from '../translate/citations.ts'
import type { Block, Piece } from '../translate/piece.ts'
import type { Blocks } from '../translate/blocks.ts'
import { imageMime, thoughtsOf } from './read-input.ts'

/** An item of an answer opens: a call is told as one at once, of anything else the first word tells it. */
export function openItem(blocks: Blocks, index: unknown, item: Json): Piece[] {
  const call = callOf(item)
  return call ? blocks.open(String(index), call) : []
}

/** An item of an answer is whole: what of it has not been told is told now, and its blocks are closed. */
export function readItem(blocks: Blocks, index: unknown, item: Json): Piece[] {
  const key = String(index)
  const call = callOf(item)
  if (call) return blocks.close(key, { block: call, text: textOr(item.arguments, textOr(item.input, '')) })
  if (item.type === 'message') return readMessage(blocks, key, item.content)
  if (item.type === 'reasoning') {
    const value = textOr(item.encrypted_content, '')
    const signature = value === '' ? null : { origin: 'openai-responses' as const, value }
    return blocks.close(key, { block: { kind: 'thinking' }, text: thoughtsOf(item) ?? '', signature })
  }
  if (item.type !== 'image_generation_call') return []
  const block: Block = { kind: 'image', mime: imageMime(item.output_format) }
  return blocks.close(key, { block, text: textOr(item.result, '') })
}

function readMessage(blocks: Blocks, key: string, content: unknown): Piece[] {
  const parts: unknown[] = Array.isArray(content) ? content : []
  return parts.flatMap((each, i) => {
    const part = asRecord(each)
    const kind = part.type === 'refusal' ? 'refusal' : 'text'
    const words = blocks.close(`${key}.${i}`, { block: { kind }, text: textOr(part.text, textOr(part.refusal, '')) })
    return [...words, ...readAnnotations(part.annotations)]
  })
}

function callOf({ type, call_id, id, name, namespace }: Json): Extract<Block, { kind: 'call' }> | null {
  if (type !== 'function_call' && type !== 'custom_tool_call') return null
  return {
    kind: 'call',
    id: textOr(call_id, textOr(id, '')) || null,
    name: textOr(name, ''),
    namespace: textOr(namespace, '') || null,
    form: type === 'custom_tool_call' ? 'custom' : 'function',
  }
}
