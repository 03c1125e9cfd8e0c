import type { Usage } from '../../core/usage.ts'
import type { AnswerAbout, AnswerWriter } from '../translate/codec.ts'
import type { Block, Piece } from '../translate/piece.ts'
import {
  answerHead,
  callSignature,
  finishReason,
  moreInput,
  writeCall,
  writeImage,
  writeUsage,
} from './answer-shape.ts'
import { detailOf } from './thoughts.ts'

type Json = Record<string, unknown>

/** The block that is open; `text` is kept of those that are told once more, or at once, when they close. */
type Open = { block: Block; text: string; call: number; empty: boolean }

/** Writes an answer as chunks (wire.md §1.1); after the reason for its end come the usage, if it was asked for, and `[DONE]`. */
export function createStreamWriter(about: AnswerAbout): AnswerWriter {
  const chunk = chunkWriter(about)
  let open: Open = { block: { kind: 'text' }, text: '', call: 0, empty: true }
  let calls = 0
  let thoughts = 0
  let refused = false
  let finished = false
  let usage: Usage | null = null

  function opened(block: Block): string {
    open = { block, text: '', call: calls, empty: true }
    if (block.kind === 'refusal') refused = true
    if (block.kind !== 'call') return ''
    calls += 1
    return chunk({ tool_calls: [{ index: open.call, ...writeCall(block, '', `${about.id}_${open.call}`) }] })
  }

  function closed(signature: Extract<Piece, { type: 'close' }>['signature']): string {
    const { block, text, call, empty } = open
    if (block.kind === 'image') return chunk({ images: [writeImage(block.mime, text)] })
    if (block.kind === 'thinking' && signature) {
      return chunk({ reasoning_details: [detailOf({ text, signature }, thoughts++, true)] })
    }
    if (block.kind !== 'call') return ''
    // A function that takes nothing is still called with JSON.
    const more = empty && block.form === 'function' ? moreInput('function', '{}') : {}
    const signed = signature ? callSignature(signature) : {}
    const rest = { ...more, ...signed }
    return Object.keys(rest).length > 0 ? chunk({ tool_calls: [{ index: call, ...rest }] }) : ''
  }

  return {
    write(piece) {
      switch (piece.type) {
        case 'start':
          return chunk({ role: 'assistant', content: '' })
        case 'open':
          return opened(piece.block)
        case 'delta': {
          open.empty = false
          if (open.block.kind === 'thinking' || open.block.kind === 'image') open.text += piece.text
          const delta = deltaOf(open, piece.text)
          return delta ? chunk(delta) : ''
        }
        case 'close':
          return closed(piece.signature)
        case 'usage':
          usage = piece.usage
          return ''
        case 'finish':
          finished = true
          return chunk({}, finishReason(piece.reason, refused))
        case 'failure':
          return ''
        case 'end':
          if (!finished) return ''
          return `${about.usageAsked && usage ? usageChunk(about, usage) : ''}data: [DONE]\n\n`
        default:
          return piece satisfies never
      }
    },
  }
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

/** Every chunk repeats the same beginning, which is written once; `usage` is null in all but the last one where it was asked for. */
function chunkWriter(about: AnswerAbout): (delta: Json, reason?: string) => string {
  const head = JSON.stringify(answerHead(about, 'chat.completion.chunk')).slice(0, -1)
  const tail = about.usageAsked ? '],"usage":null}\n\n' : ']}\n\n'
  return (delta, reason) => {
    const choice = JSON.stringify({ index: 0, delta, finish_reason: reason ?? null })
    return `data: ${head},"choices":[${choice}${tail}`
  }
}

function usageChunk(about: AnswerAbout, usage: Usage): string {
  const chunk = { ...answerHead(about, 'chat.completion.chunk'), choices: [], usage: writeUsage(usage) }
  return `data: ${JSON.stringify(chunk)}\n\n`
}
