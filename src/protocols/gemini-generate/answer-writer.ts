import type { Json } from '../../core/json.ts'
import type { AnswerAbout, AnswerWriter } from '../translate/codec.ts'
import type { Signature } from '../translate/conversation.ts'
import type { Block, Piece } from '../translate/piece.ts'
import { tierFields } from '../translate/served-tier.ts'
import { argsOf } from './args.ts'
import { FINISH_REASONS } from './finish.ts'
import { signatureFor } from './signature.ts'
import { usageMetadataOf } from './usage.ts'

/**
 * Writes an answer of generateContent: a chunk for every piece of text, a call once its arguments are whole, and the reason to
 * finish with the usage last (wire.md §3.4). No comment and no `[DONE]` may stand in it.
 */
export function createWriter(about: AnswerAbout): AnswerWriter {
  const sheet = about.form === 'whole' ? wholeSheet(about) : streamSheet(about, about.form)
  const blocks = writeBlocks(about.id, (part) => sheet.add(part))
  let finishReason: string | null = null
  let used: Used | null = null
  const pages = new Map<string, Json>()

  return {
    write(piece) {
      switch (piece.type) {
        case 'start':
          return sheet.begin()
        case 'open':
        case 'delta':
        case 'close':
          return blocks(piece)
        case 'citation':
          pages.set(piece.url, { web: { uri: piece.url, title: piece.title } })
          return ''
        case 'usage':
          used = piece
          return ''
        case 'finish':
          finishReason = FINISH_REASONS[piece.reason]
          return ''
        case 'failure':
          return ''
        case 'end':
          return finishReason === null ? '' : sheet.end({ finishReason, used, pages: [...pages.values()] })
        default:
          return piece satisfies never
      }
    },
  }
}

type Used = Extract<Piece, { type: 'usage' }>
type Last = { finishReason: string; used: Used | null; pages: readonly Json[] }

/** Where the parts of an answer go. */
type Sheet = {
  begin(): string
  add(part: Json): string
  end(last: Last): string
}

/** One document: parts of a kind that follow one another are one. */
function wholeSheet(about: AnswerAbout): Sheet {
  const parts: Json[] = []
  return {
    begin: () => '',
    add(part) {
      const last = parts.at(-1)
      if (last && continues(last, part)) Object.assign(last, part, { text: `${String(last.text)}${String(part.text)}` })
      else parts.push(part)
      return ''
    },
    end: (last) => JSON.stringify(answerOf(parts.length > 0 ? parts : NOTHING, about, last)),
  }
}

/** Whether a part goes on with the words or thoughts before it, which are over once they are signed. */
function continues(last: Json, part: Json): boolean {
  return (
    typeof last.text === 'string' &&
    typeof part.text === 'string' &&
    last.thought === part.thought &&
    last.thoughtSignature === undefined &&
    (part.thought === true || part.thoughtSignature === undefined)
  )
}

/** Events or the elements of an array, written one by one. */
function streamSheet(about: AnswerAbout, form: 'events' | 'array'): Sheet {
  const { head, tail } = aroundParts(about)
  let begun = false
  const element = (json: string) => {
    const text = json.replaceAll(LINE_ENDS, escaped)
    if (form === 'events') return `data: ${text}\r\n\r\n`
    const before = begun ? ',\r\n' : '['
    begun = true
    return before + text
  }
  return {
    // What the caller has of an array must end with an element, so that an error of ours can follow at any time.
    begin: () => (form === 'array' && !begun ? element(JSON.stringify(answerOf(NOTHING, about))) : ''),
    add: (part) => element(`${head}[${JSON.stringify(part)}]${tail}`),
    end: (last) => element(JSON.stringify(answerOf(NOTHING, about, last))) + (form === 'array' ? ']' : ''),
  }
}

/** What every element but the last repeats around its parts, written once. */
function aroundParts(about: AnswerAbout): { head: string; tail: string } {
  const json = JSON.stringify(answerOf([], about))
  const parts = json.indexOf('[]')
  return { head: json.slice(0, parts), tail: json.slice(parts + '[]'.length) }
}

/** What Python's libraries split lines at, and JSON does not have to escape; Google does. */
const LINE_ENDS = /[\u0085\u2028\u2029]/g

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}

/** Libraries take a chunk without parts for a broken one. */
const NOTHING: readonly Json[] = [{ text: '' }]

function answerOf(parts: readonly Json[], { id, model }: AnswerAbout, last?: Last): Json {
  const grounds = last && last.pages.length > 0 && { groundingMetadata: { groundingChunks: last.pages } }
  const ending = last && { finishReason: last.finishReason, ...grounds }
  return {
    candidates: [{ content: { parts, role: 'model' }, ...ending, index: 0 }],
    ...(last?.used && { usageMetadata: usageOf(last.used) }),
    modelVersion: model,
    responseId: id,
  }
}

function usageOf({ usage, tier }: Used): Json {
  return { ...usageMetadataOf(usage), ...tierFields('gemini-generate', tier) }
}

type BlockPiece = Extract<Piece, { index: number }>

/** Makes parts of blocks; calls and pictures wait until they are whole. */
function writeBlocks(id: string, add: (part: Json) => string): (piece: BlockPiece) => string {
  let block: Block = { kind: 'text' }
  let held = ''
  return (piece) => {
    if (piece.type === 'open') {
      block = piece.block
      held = ''
      return ''
    }
    if (piece.type === 'close') return closed(block, held, piece)
    if (block.kind === 'call' || block.kind === 'image') {
      held += piece.text
      return ''
    }
    held ||= piece.text
    if (piece.text === '') return ''
    return add({ text: piece.text, ...(block.kind === 'thinking' && { thought: true }) })
  }

  function closed(
    open: Block,
    text: string,
    { index, signature }: { index: number; signature: Signature | null },
  ): string {
    const signed = signature && { thoughtSignature: signatureFor(signature) }
    switch (open.kind) {
      case 'call': {
        const args = argsOf(text)
        const call = { id: open.id ?? `call-${id}-${index}`, name: open.name, args }
        // Arguments that broke off are no call; the reason to finish says so.
        return args ? add({ functionCall: call, ...signed }) : ''
      }
      case 'image':
        return add({ inlineData: { mimeType: open.mime, data: text } })
      case 'thinking':
        return signed ? add({ text: '', ...(text !== '' && { thought: true }), ...signed }) : ''
      case 'text':
      case 'refusal':
        return ''
      default:
        return open satisfies never
    }
  }
}
