import { asRecord, parseJson } from '../../core/json.ts'
import { NO_USAGE } from '../../core/usage.ts'
import type { Incoming, Protocol, Tap, Turn } from '../protocol.ts'
import type { Codec } from './codec.ts'
import type { EmbeddingsAsked, EmbeddingsCodec } from './embeddings.ts'
import { refusedBy } from './refused.ts'

/** A request for embeddings that is to be asked in another protocol than the caller's. */
export type ToEmbed = {
  incoming: Incoming
  turn: Turn
  from: EmbeddingsCodec
  to: EmbeddingsCodec & Pick<Codec, 'readError'>
  upstream: Protocol
  /** What the upstream calls the model. */
  model: string
}

/** The same turn in the upstream's protocol, whose tap gives the vectors in the caller's; throws like `translatedTurn`. */
export function embeddedTurn({ incoming, turn, from, to, upstream, model }: ToEmbed): Turn {
  const asked = from.readRequest(asRecord(parseJson(Buffer.from(incoming.body).toString('utf8'))), incoming)
  const { path, query, body, lost } = to.writeRequest(asked, model)
  const spoken = upstream.read({
    path,
    query: new URLSearchParams(query),
    body: Buffer.from(JSON.stringify(body)),
  })
  return {
    ...spoken,
    model: turn.model,
    tap: () => vectorTap(spoken.tap(), { from, to, asked, model: turn.model }),
    translated: {
      query,
      contentType: 'application/json',
      dropped: [...asked.dropped, ...lost],
      refused: refusedBy(to, turn.model),
    },
  }
}

type Vectors = { from: EmbeddingsCodec; to: EmbeddingsCodec; asked: EmbeddingsAsked; model: string }

/** A tap that gives nothing until the answer is whole, and then gives it in the caller's words. */
function vectorTap(upstream: Tap, { from, to, asked, model }: Vectors): Tap {
  const parts: Buffer[] = []
  return {
    seen: upstream.seen,
    push(chunk) {
      parts.push(upstream.push(chunk))
      return Buffer.alloc(0)
    },
    flush() {
      parts.push(upstream.flush())
      const { seen } = upstream
      const embedded = to.readAnswer(asRecord(parseJson(Buffer.concat(parts.splice(0)).toString('utf8'))), asked)
      if (embedded)
        return Buffer.from(
          JSON.stringify(from.writeAnswer({ ...embedded, usage: seen.usage ?? NO_USAGE }, { asked, model })),
        )
      seen.failure ??= 'bad_answer'
      return Buffer.alloc(0)
    },
  }
}
