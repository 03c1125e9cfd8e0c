import type { Json } from '../../core/json.ts'
import { NO_USAGE } from '../../core/usage.ts'
import type { AnswerAbout } from '../translate/codec.ts'
import type { Block, Piece } from '../translate/piece.ts'
import { tierFields } from '../translate/served-tier.ts'
import { seal } from '../translate/sealed.ts'
import type { Signature } from '../translate/conversation.ts'
import { STOP_REASONS } from './stop-reason.ts'

/** An event of the stream, by which a whole answer is put together too. */
export type AnswerEvent = Json & { type: string }

/** What an answer has used, and how it was served. */
type Used = Pick<Extract<Piece, { type: 'usage' }>, 'usage' | 'tier'>

/** A call that may yet turn out to have a signature, which must stand before it. */
type Held = { block: Json; text: string | null }

/**
 * The events of an answer (wire.md §1.5). A call waits for its second piece: one whose arguments come in a single piece is
 * closed at once, and only then is it known whether it has a signature, for which an empty thought is put before it.
 * Citations are not told: callers send them back, and the vendor takes none but those it has signed.
 */
export function answerEvents(about: AnswerAbout): (piece: Piece) => AnswerEvent[] {
  let index = -1
  let kind: Block['kind'] = 'text'
  let held: Held | null = null
  let used: Used = { usage: NO_USAGE }
  let finish: Extract<Piece, { type: 'finish' }> | null = null

  return (piece) => {
    switch (piece.type) {
      case 'start':
        return [{ type: 'message_start', message: emptyMessage(about) }]
      case 'open':
        return opened(piece.block)
      case 'delta':
        return piece.text === '' ? [] : said(piece.text)
      case 'close':
        return closed(piece.signature)
      case 'usage':
        used = piece
        return []
      case 'finish':
        finish = piece
        return []
      case 'end':
        return finish ? ended(finish) : []
      case 'citation':
      case 'failure':
        return []
      default:
        return piece satisfies never
    }
  }

  function opened(block: Block): AnswerEvent[] {
    kind = block.kind
    if (block.kind === 'call') {
      const id = block.id ?? `toolu_${about.id}_${index + 1}`
      held = { block: { type: 'tool_use', id, name: block.name, input: {} }, text: null }
      return []
    }
    if (block.kind === 'thinking') return [begun(NO_THOUGHT)]
    const start = begun({ type: 'text', text: '' })
    return block.kind === 'image' ? [start, added(deltaOf('text', `![](data:${block.mime};base64,`))] : [start]
  }

  function said(text: string): AnswerEvent[] {
    if (held?.text === null) {
      held.text = text
      return []
    }
    return [...released(), added(deltaOf(kind, text))]
  }

  function closed(signature: Signature | null): AnswerEvent[] {
    const before = signature && held ? sealedThought(signature) : []
    const rest = [...before, ...released()]
    if (kind === 'image') rest.push(added(deltaOf('text', ')')))
    if (kind === 'thinking' && signature) rest.push(added({ type: 'signature_delta', signature: worded(signature) }))
    return [...rest, stopped()]
  }

  function released(): AnswerEvent[] {
    if (!held) return []
    const { block, text } = held
    held = null
    return text === null ? [begun(block)] : [begun(block), added(deltaOf('call', text))]
  }

  function sealedThought(signature: Signature): AnswerEvent[] {
    return [begun(NO_THOUGHT), added({ type: 'signature_delta', signature: seal(signature, true) }), stopped()]
  }

  function ended({ reason, stopSequence }: Extract<Piece, { type: 'finish' }>): AnswerEvent[] {
    const delta = { stop_reason: STOP_REASONS[reason], stop_sequence: stopSequence }
    return [{ type: 'message_delta', delta, usage: usageOut(used) }, { type: 'message_stop' }]
  }

  function begun(block: Json): AnswerEvent {
    index += 1
    return { type: 'content_block_start', index, content_block: block }
  }

  function added(delta: Json): AnswerEvent {
    return { type: 'content_block_delta', index, delta }
  }

  function stopped(): AnswerEvent {
    return { type: 'content_block_stop', index }
  }
}

const NO_THOUGHT: Json = Object.freeze({ type: 'thinking', thinking: '', signature: '' })

function deltaOf(kind: Block['kind'], text: string): Json {
  if (kind === 'thinking') return { type: 'thinking_delta', thinking: text }
  if (kind === 'call') return { type: 'input_json_delta', partial_json: text }
  return { type: 'text_delta', text }
}

function worded(signature: Signature): string {
  return signature.origin === 'anthropic-messages' ? signature.value : seal(signature)
}

/** Nothing is known yet of what it uses. How long a cache keeps what is written is not said: libraries do not take it anew from the end. */
function emptyMessage({ id, model }: AnswerAbout): Json {
  const { cache_creation: _unknown, ...usage } = usageOut({ usage: NO_USAGE })
  return {
    id: `msg_${id}`,
    type: 'message',
    role: 'assistant',
    model,
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage,
  }
}

/** Input without what was read from or written to a cache (wire.md §0.11). */
function usageOut({ usage, tier }: Used): Json {
  return {
    input_tokens: usage.input + usage.audioIn + usage.imageIn,
    cache_creation_input_tokens: usage.cacheWrite5m + usage.cacheWrite1h,
    cache_read_input_tokens: usage.cacheRead,
    cache_creation: {
      ephemeral_5m_input_tokens: usage.cacheWrite5m,
      ephemeral_1h_input_tokens: usage.cacheWrite1h,
    },
    output_tokens: usage.output + usage.audioOut + usage.imageOut,
    output_tokens_details: { thinking_tokens: usage.reasoning },
    ...tierFields('anthropic-messages', tier),
    ...(usage.searches > 0 && { server_tool_use: { web_search_requests: usage.searches } }),
  }
}
