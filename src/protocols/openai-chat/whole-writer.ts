import type { Json } from '../../core/json.ts'
import type { AnswerAbout, AnswerWriter } from '../translate/codec.ts'
import type { Signature } from '../translate/conversation.ts'
import type { Block, FinishReason, Piece } from '../translate/piece.ts'
import { tierFields } from '../translate/served-tier.ts'
import {
  answerHead,
  callSignature,
  finishReason,
  writeCall,
  writeCitation,
  writeImage,
  writeUsage,
} from './answer-shape.ts'
import { detailOf } from './thoughts.ts'

type Told = { block: Block; text: string; signature: Signature | null }

/** The words so far: where the last text stands among them, and the pages they rest on. */
type Words = { start: number; end: number; annotations: Json[] }

/** Writes an answer as one document (wire.md §1.1), which comes with its end; an answer that broke off is none. */
export function createWholeWriter(about: AnswerAbout): AnswerWriter {
  const blocks: Told[] = []
  const words: Words = { start: 0, end: 0, annotations: [] }
  let used: Used | null = null
  let reason: FinishReason | null = null
  return {
    write(piece) {
      const last = blocks.at(-1)
      if (piece.type === 'open') {
        blocks.push({ block: piece.block, text: '', signature: null })
        if (piece.block.kind === 'text') words.start = words.end
      } else if (piece.type === 'delta' && last) {
        last.text += piece.text
        if (last.block.kind === 'text') words.end += piece.text.length
      } else if (piece.type === 'citation') words.annotations.push(writeCitation(piece, words))
      else if (piece.type === 'close' && last) last.signature = piece.signature
      else if (piece.type === 'usage') used = piece
      else if (piece.type === 'finish') reason = piece.reason
      else if (piece.type === 'end' && reason)
        return JSON.stringify(documentOf(about, { blocks, annotations: words.annotations, used, reason }))
      return ''
    },
  }
}

type Used = Extract<Piece, { type: 'usage' }>
type Answer = { blocks: readonly Told[]; annotations: readonly Json[]; used: Used | null; reason: FinishReason }

function documentOf(about: AnswerAbout, { blocks, annotations, used, reason }: Answer): Json {
  const message = messageOf(blocks, about.id)
  if (annotations.length > 0) message.annotations = annotations
  const finish_reason = finishReason(reason, message.refusal !== null)
  const answer: Json = {
    ...answerHead(about, 'chat.completion'),
    choices: [{ index: 0, message, logprobs: null, finish_reason }],
  }
  if (used) Object.assign(answer, { usage: writeUsage(used.usage) }, tierFields('openai-chat', used.tier))
  return answer
}

function messageOf(blocks: readonly Told[], id: string): Json {
  const textOf = (kind: Block['kind']) =>
    blocks.flatMap(({ block, text }) => (block.kind === kind ? [text] : [])).join('')
  const calls = blocks.flatMap((told) => (told.block.kind === 'call' ? [{ ...told, block: told.block }] : []))
  const images = blocks.flatMap(({ block, text }) => (block.kind === 'image' ? [writeImage(block.mime, text)] : []))
  const [content, refusal] = [textOf('text'), textOf('refusal')]
  const message: Json = {
    role: 'assistant',
    content: content === '' && (calls.length > 0 || refusal !== '') ? null : content,
    refusal: refusal === '' ? null : refusal,
    ...thoughtsOf(blocks),
  }
  if (images.length > 0) message.images = images
  if (calls.length > 0) {
    message.tool_calls = calls.map(({ block, text, signature }, i) => ({
      ...writeCall(block, text === '' && block.form === 'function' ? '{}' : text, `${id}_${i}`),
      ...(signature && callSignature(signature)),
    }))
  }
  return message
}

/** The thoughts as text, and one by one where any of them has a signature to be kept with. */
function thoughtsOf(blocks: readonly Told[]): Json {
  const thoughts = blocks.filter(({ block, text, signature }) => block.kind === 'thinking' && (text || signature))
  const text = thoughts.map((thought) => thought.text).join('')
  return {
    ...(text !== '' && { reasoning_content: text }),
    ...(thoughts.some(({ signature }) => signature) && {
      reasoning_details: thoughts.map((thought, i) => detailOf(thought, i, true)),
    }),
  }
}
