import type { Json } from '../../core/json.ts'
import type { Usage } from '../../core/usage.ts'
import type { AnswerAbout, AnswerWriter } from '../translate/codec.ts'
import type { Signature } from '../translate/conversation.ts'
import type { Block, Piece } from '../translate/piece.ts'
import { type ServedTier, tierFields } from '../translate/served-tier.ts'
import {
  answerHead,
  callSignature,
  finishReason,
  moreInput,
  writeCall,
  writeCitation,
  writeImage,
  writeUsage,
} from './answer-shape.ts'
import { detailOf } from './thoughts.ts'

/** The block that is open; `text` is kept of those that are told once more, or at once, when they close. */
type Open = { block: Block; text: string; call: number; empty: boolean; signed: boolean }

type State = {
  id: string
  chunk: ReturnType<typeof chunkWriter>
  open: Open
  calls: number
  thoughts: number
  /** Where the last text stands among all words. */
  text: { start: number; end: number }
  refused: boolean
  finished: boolean
  usage: Usage | null
  tier: ServedTier | undefined
}

/** Writes an answer as chunks (wire.md §1.1); after the reason for its end come the usage, if it was asked for, and `[DONE]`. */
export function createStreamWriter(about: AnswerAbout): AnswerWriter {
  const state: State = {
    id: about.id,
    chunk: chunkWriter(about),
    open: { block: { kind: 'text' }, text: '', call: 0, empty: true, signed: false },
    calls: 0,
    thoughts: 0,
    text: { start: 0, end: 0 },
    refused: false,
    finished: false,
    usage: null,
    tier: undefined,
  }
  return {
    write(piece) {
      if (piece.type !== 'end') return writePiece(state, piece)
      if (!state.finished) return ''
      return `${about.usageAsked && state.usage ? usageChunk(about, state.usage, state.tier) : ''}data: [DONE]\n\n`
    },
  }
}

function writePiece(state: State, piece: Exclude<Piece, { type: 'end' }>): string {
  switch (piece.type) {
    case 'start':
      return state.chunk({ role: 'assistant', content: '' })
    case 'open':
      return opened(state, piece)
    case 'delta':
      return told(state, piece.text)
    case 'close':
      return closed(state, piece.signature)
    case 'citation':
      return state.chunk({ annotations: [writeCitation(piece, state.text)] })
    case 'usage':
      state.usage = piece.usage
      state.tier = piece.tier
      return ''
    case 'finish':
      state.finished = true
      return state.chunk({}, { reason: finishReason(piece.reason, state.refused), tier: state.tier })
    case 'failure':
      return ''
    default:
      return piece satisfies never
  }
}

function opened(state: State, { block, signature }: Extract<Piece, { type: 'open' }>): string {
  state.open = { block, text: '', call: state.calls, empty: true, signed: signature !== undefined }
  if (block.kind === 'refusal') state.refused = true
  if (block.kind === 'text') state.text = { start: state.text.end, end: state.text.end }
  if (block.kind !== 'call') return ''
  const index = state.calls++
  const call = writeCall(block, '', `${state.id}_${index}`)
  return state.chunk({ tool_calls: [{ index, ...call, ...(signature && callSignature(signature)) }] })
}

function told({ open, chunk, text: words }: State, text: string): string {
  open.empty = false
  if (open.block.kind === 'text') words.end += text.length
  if (open.block.kind === 'thinking' || open.block.kind === 'image') open.text += text
  const delta = deltaOf(open, text)
  return delta ? chunk(delta) : ''
}

function closed(state: State, signature: Signature | null): string {
  const { block, text, call, empty, signed } = state.open
  if (block.kind === 'image') return state.chunk({ images: [writeImage(block.mime, text)] })
  if (block.kind === 'thinking' && signature) {
    return state.chunk({ reasoning_details: [detailOf({ text, signature }, state.thoughts++, true)] })
  }
  if (block.kind !== 'call') return ''
  // A function that takes nothing is still called with JSON.
  const input = empty && block.form === 'function' ? '{}' : ''
  const unsaid = signed ? null : signature
  if (input === '' && !unsaid) return ''
  // No part of a call goes without its form: the AI SDK refuses one that does.
  const more = { ...moreInput(block.form, input), ...(unsaid && callSignature(unsaid)) }
  return state.chunk({ tool_calls: [{ index: call, ...more }] })
}

function deltaOf({ block, call }: Open, text: string): Json | null {
  switch (block.kind) {
    case 'text':
      return { content: text }
    case 'thinking':
      return { reasoning_content: text }
    case 'refusal':
      return { refusal: text }
    case 'call':
      return { tool_calls: [{ index: call, ...moreInput(block.form, text) }] }
    case 'image':
      return null
    default:
      return block satisfies never
  }
}

/** What the last chunk of an answer says beside its delta. */
type Ending = { reason: string; tier: ServedTier | undefined }

/**
 * Every chunk repeats the same beginning, which is written once; `usage` is null in all but the last one where it was asked for.
 * How it was served is told from its end on, when it is known.
 */
function chunkWriter(about: AnswerAbout): (delta: Json, ending?: Ending) => string {
  const head = JSON.stringify(answerHead(about, 'chat.completion.chunk')).slice(0, -1)
  const tail = about.usageAsked ? '],"usage":null}\n\n' : ']}\n\n'
  return (delta, ending) => {
    const choice = JSON.stringify({ index: 0, delta, finish_reason: ending?.reason ?? null })
    const tier = ending?.tier ? `,${JSON.stringify(tierFields('openai-chat', ending.tier)).slice(1, -1)}` : ''
    return `data: ${head}${tier},"choices":[${choice}${tail}`
  }
}

function usageChunk(about: AnswerAbout, usage: Usage, tier: ServedTier | undefined): string {
  const head = { ...answerHead(about, 'chat.completion.chunk'), ...tierFields('openai-chat', tier) }
  const chunk = { ...head, choices: [], usage: writeUsage(usage) }
  return `data: ${JSON.stringify(chunk)}\n\n`
}
