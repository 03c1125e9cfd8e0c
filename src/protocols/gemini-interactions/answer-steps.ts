import { asRecord, isRecord, type Json, recordsOf, textOr } from '../../core/json.ts'
import { fenced } from '../gemini-generate/read-contents.ts'
import { signatureIn } from '../gemini-generate/signature.ts'
import { createBlocks } from '../translate/blocks.ts'
import type { Signature } from '../translate/conversation.ts'
import type { Block, Piece } from '../translate/piece.ts'
import { createTexts } from './answer-texts.ts'

/** The steps of an answer by the index their events have. */
export type Steps = {
  /** Whether any of them calls a function. */
  readonly called: boolean
  start(index: string, step: Json): Piece[]
  delta(index: string, delta: Json): Piece[]
  stop(index: string): Piece[]
  closeAll(): Piece[]
}

/** A step that has begun, with what was added to what it began with. */
type Begun = { step: Json; signature: Signature | null }

/** Makes blocks of steps: thoughts and calls are one each, and of what the model said each text and each picture. */
export function createSteps(): Steps {
  const blocks = createBlocks()
  const texts = createTexts(blocks)
  const begun = new Map<string, Begun>()
  /** A thought that has ended: what comes right after it says whether its signature is its own. */
  let thought: { index: string; signature: Signature } | null = null

  function endThought(signature: Signature | null): Piece[] {
    if (!thought) return []
    const { index } = thought
    thought = null
    return blocks.close(index, { block: { kind: 'thinking' }, text: '', signature })
  }

  function think(index: string, said: string): Piece[] {
    return blocks.delta(index, { kind: 'thinking' }, said)
  }

  function stop(index: string): Piece[] {
    const { step, signature } = begun.get(index) ?? { step: {}, signature: null }
    begun.delete(index)
    if (step.type === 'thought') {
      if (!signature) return blocks.close(index, { block: { kind: 'thinking' }, text: '' })
      thought = { index, signature }
      return []
    }
    const call = callOf(step)
    if (call) return blocks.close(index, { block: call, text: JSON.stringify(step.arguments ?? {}), signature })
    return texts.end(index)
  }

  function start(index: string, step: Json): Piece[] {
    const of: Begun = { step, signature: signatureIn(step.signature) }
    begun.set(index, of)
    const call = callOf(step)
    const told = thought?.signature ?? null
    // Elsewhere Google signs the call itself (wire.md §3.6), and other protocols have a place there for that alone.
    const isOfCall = call !== null && of.signature === null && told?.origin === 'gemini-generate'
    if (isOfCall) of.signature = told
    const before = endThought(isOfCall ? null : told)
    return [...before, ...(call ? blocks.open(index, call, of.signature) : begin(index, step))]
  }

  function begin(index: string, step: Json): Piece[] {
    if (step.type === 'thought') return think(index, summaryOf(step.summary))
    if (step.type === 'model_output') return recordsOf(step.content).flatMap((part) => texts.content(index, part))
    return texts.say(index, codeIn(step))
  }

  return {
    get called() {
      return blocks.seen.has('call')
    },
    start,
    delta(index, delta) {
      const of = begun.get(index)
      if (of && delta.signature !== undefined) of.signature = signatureIn(delta.signature)
      switch (delta.type) {
        case 'thought_summary':
          return think(index, textOr(asRecord(delta.content).text, ''))
        case 'arguments_delta':
          return blocks.delta(index, null, textOr(delta.arguments, ''))
        default:
          return [...texts.content(index, delta), ...texts.say(index, codeIn(delta))]
      }
    },
    stop,
    closeAll: () => [
      ...[...begun.keys()].flatMap(stop),
      ...endThought(thought?.signature ?? null),
      ...blocks.closeAll(),
    ],
  }
}

function callOf({ type, id, name }: Json): Extract<Block, { kind: 'call' }> | null {
  if (type !== 'function_call') return null
  return { kind: 'call', id: textOr(id, '') || null, name: textOr(name, ''), namespace: null, form: 'function' }
}

/** What a thought lets one read of itself. */
export function summaryOf(summary: unknown): string {
  return recordsOf(summary)
    .flatMap(({ text }) => (typeof text === 'string' && text !== '' ? [text] : []))
    .join('\n\n')
}

/** Code that the vendor ran, and what came of it, as words. */
export function codeIn({ type, arguments: asked, result }: Json): string {
  const shown = type === 'code_execution_call' && isRecord(asked) ? asked.code : null
  return fenced(type === 'code_execution_result' ? result : shown)
    .map(({ text }) => text)
    .join('')
}
