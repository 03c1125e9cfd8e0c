import type { GatewayError } from '../../core/errors.ts'
import { asRecord, parseExactly } from '../../core/json.ts'
import type { Tap } from '../protocol.ts'
import { dataTextsIn } from '../sse.ts'
import type { AnswerReader, AnswerWriter } from './codec.ts'
import { inOrder } from './in-order.ts'
import type { Piece, UpstreamError } from './piece.ts'
import { restoreTools } from './tools-back.ts'
import type { ToolNames } from './tools-out.ts'

export type Translating = {
  /** The tap of the upstream's own protocol: it reads what was used, and lets whole events through. */
  upstream: Tap
  reader: AnswerReader
  writer: AnswerWriter
  names: ToolNames
  stream: boolean
  told: (error: UpstreamError) => GatewayError | null
}

/** A tap whose bytes are those of another protocol: every event is read, turned into pieces and written anew. */
export function createTranslatingTap(translating: Translating): Tap {
  const { upstream, writer } = translating
  const say = sayer(translating)
  const parts: Buffer[] = []
  const pushed = translating.stream
    ? (events: Buffer) => say(piecesIn(events, translating))
    : (bytes: Buffer) => {
        parts.push(bytes)
        return ''
      }
  const tap: Tap = {
    seen: upstream.seen,
    push: (chunk) => out(pushed(upstream.push(chunk))),
    flush() {
      const rest = pushed(upstream.flush())
      if (translating.stream) return out(rest + say([...translating.reader.end(), { type: 'end' }]))
      const answer = asRecord(parseExactly(Buffer.concat(parts.splice(0)).toString('utf8')))
      return out(rest + say([...translating.reader.whole(answer), { type: 'end' }]))
    },
  }
  return tap

  function out(text: string): Buffer {
    if (writer.sequence !== undefined) tap.seen.sequence = writer.sequence
    return Buffer.from(text)
  }
}

/** Writes pieces until the answer has ended or failed; what comes after that says nothing any more. */
function sayer({ writer, names, upstream: { seen }, told }: Translating): (pieces: Iterable<Piece>) => string {
  const arrange = inOrder()
  const restore = restoreTools(names)
  let over = false
  let finished = false
  return (pieces) => {
    let text = ''
    for (const read of pieces) {
      if (over) break
      for (const arranged of arrange(read)) for (const piece of restore(arranged)) text += sayOne(piece)
    }
    return text
  }

  function sayOne(piece: Piece): string {
    if (piece.type === 'failure') return failed(piece.error)
    // After the reason to finish all has been said, even where the upstream's protocol has a closing event of its own.
    if (piece.type === 'finish') finished = seen.terminal = true
    if (piece.type !== 'end') return writer.write(piece)
    over = true
    // An answer that ends without saying why has broken off, whatever its bytes look like.
    if (finished) return writer.write(piece)
    seen.failure ??= 'unfinished'
    return ''
  }

  function failed(error: UpstreamError): string {
    over = true
    seen.failure ??= error.kind
    const about = told(error)
    if (about) seen.told = about
    return ''
  }
}

const DONE = '[DONE]'

/** What a run of events says; one that is no JSON is left out, and counted (faults.md, U5). */
function* piecesIn(events: Buffer, { reader, upstream: { seen } }: Translating): Generator<Piece> {
  for (const text of dataTextsIn(events)) {
    if (text.trim() === DONE) {
      yield* reader.end()
      yield { type: 'end' }
      continue
    }
    const data = parseExactly(text)
    if (data === undefined) seen.leftOut = (seen.leftOut ?? 0) + 1
    else yield* reader.event(asRecord(data))
  }
}
