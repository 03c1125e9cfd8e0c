import type { GatewayError } from '../../core/errors.ts'
import { asRecord, type Json, parseExactly } from '../../core/json.ts'
import type { Tap } from '../protocol.ts'
import { dataTextsIn, DONE, unmarked } from '../sse.ts'
import type { AnswerReader, AnswerWriter } from './codec.ts'
import { inOrder } from './in-order.ts'
import type { Piece, UpstreamError } from './piece.ts'
import { restoreTools } from './tools-back.ts'
import type { ToolNames } from './tools-out.ts'

type Translating = {
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
  const { upstream, reader, writer, stream } = translating
  const said = sayer(translating)
  const parts: Buffer[] = []
  const push = stream ? eventReader(translating, said) : (bytes: Buffer) => void parts.push(bytes)
  const tap: Tap = {
    seen: upstream.seen,
    answer: () => writer.answer,
    push(chunk) {
      push(upstream.push(chunk))
      // Nothing of a document goes out until it is whole, and by then it may tell a failure.
      if (!stream) tap.seen.content = false
      return out()
    },
    flush() {
      push(upstream.flush())
      said.say(stream ? reader.end() : reader.whole(documentIn(parts)))
      said.say([{ type: 'end' }])
      if (!stream) tap.seen.content = tap.seen.failure === null
      return out()
    },
  }
  return tap

  function out(): Buffer {
    if (writer.sequence !== undefined) tap.seen.sequence = writer.sequence
    return Buffer.from(said.take())
  }
}

function documentIn(parts: Buffer[]): Json {
  return asRecord(parseExactly(unmarked(Buffer.concat(parts.splice(0)).toString('utf8'))))
}

type Sayer = { say(pieces: readonly Piece[]): void; take(): string }

/** Writes pieces until the answer has ended or failed; what comes after that says nothing any more. */
function sayer({ writer, names, upstream: { seen }, told }: Translating): Sayer {
  const pass = inOrder(restoreTools(names, sayOne))
  let text = ''
  let over = false
  let finished = false
  return {
    say(pieces) {
      for (const piece of pieces) if (!over) pass(piece)
    },
    take() {
      const taken = text
      text = ''
      return taken
    },
  }

  function sayOne(piece: Piece): void {
    if (piece.type === 'failure') failed(piece.error)
    else if (piece.type === 'end') end()
    else {
      // After the reason to finish all has been said, even where the upstream's protocol has a closing event of its own.
      if (piece.type === 'finish') finished = seen.terminal = true
      text += writer.write(piece)
    }
  }

  function end(): void {
    over = true
    // An answer that ends without saying why has broken off, whatever its bytes look like.
    if (finished) text += writer.write({ type: 'end' })
    else seen.failure ??= 'unfinished'
  }

  function failed(error: UpstreamError): void {
    over = true
    seen.failure ??= error.kind
    const about = told(error)
    if (about) seen.told = about
  }
}

/** Reads runs of events; one that is no JSON is left out, and counted (docs/faults.md, U5). */
function eventReader({ reader, upstream: { seen } }: Translating, said: Sayer): (events: Buffer) => void {
  return (events) => {
    for (const text of dataTextsIn(events)) {
      const isEnd = text.trim() === DONE
      const data = isEnd ? undefined : parseExactly(text)
      if (isEnd) said.say([...(reader.done?.() ?? reader.end()), { type: 'end' }])
      else if (data !== undefined) said.say(reader.event(asRecord(data)))
      else seen.leftOut = (seen.leftOut ?? 0) + 1
    }
  }
}
