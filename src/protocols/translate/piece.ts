import type { Usage } from '../../core/usage.ts'
import type { Signature, ToolForm } from './conversation.ts'
import type { ServedTier } from './served-tier.ts'

/** What a block of an answer is. Its text comes in deltas: words, thoughts, or the JSON or free text that a tool is called with. */
export type Block =
  | { kind: 'text' }
  | { kind: 'refusal' }
  | { kind: 'thinking' }
  | { kind: 'call'; id: string | null; name: string; namespace: string | null; form: ToolForm }
  | { kind: 'image'; mime: string }

/** Why the model stopped: by itself, at a stop sequence, at its longest, for tools, by a filter, or to be asked to go on. */
export type FinishReason = 'stop' | 'stop_sequence' | 'length' | 'tools' | 'filter' | 'paused'

/** Why an upstream did not answer, in no protocol's words; `message` is the upstream's own. */
export type UpstreamError = {
  kind:
    | 'bad_request'
    | 'model_missing'
    | 'too_large'
    | 'context_too_long'
    | 'content_filter'
    | 'ours'
    | 'busy'
    | 'broken'
  message: string
}

/**
 * One step of an answer in no protocol's words. Each block is opened, told in deltas and closed under its index; a signature
 * comes when it is closed, and that of a call also when it is opened, if it is known by then. An image is one delta of base64. `usage` replaces what was told before; `tier` is absent
 * where the upstream does not say how it served. `finish` comes once, after
 * the last block is closed; usage may still follow it, and `end` is the last. A citation is about the last text, open or closed:
 * about these of its UTF-16 units, or without a `span` about all that has been told of it.
 */
export type Piece =
  | { type: 'start'; id: string | null; model: string | null }
  | { type: 'open'; index: number; block: Block; signature?: Signature }
  | { type: 'delta'; index: number; text: string }
  | { type: 'close'; index: number; signature: Signature | null }
  | { type: 'citation'; url: string; title: string; span: { start: number; end: number } | null }
  | { type: 'usage'; usage: Usage; tier?: ServedTier }
  | { type: 'finish'; reason: FinishReason; stopSequence: string | null }
  | { type: 'failure'; error: UpstreamError }
  | { type: 'end' }

/** Where pieces go, one after another. */
export type PieceSink = (piece: Piece) => void

/** A piece that belongs to a block. */
export type BlockPiece = Extract<Piece, { index: number }>
