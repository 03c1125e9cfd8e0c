import { NO_USAGE } from '../../core/usage.ts'
import { documentIn } from '../body-json.ts'
import type { Incoming, Protocol, Turn } from '../protocol.ts'
import type { Codec } from './codec.ts'
import type { EmbeddingsCodec } from './embeddings.ts'
import { wholeTap } from './media/whole-tap.ts'
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
  const asked = from.readRequest(documentIn(incoming.body), incoming)
  const { path, query, body, lost } = to.writeRequest(asked, model)
  const spoken = upstream.read({
    path,
    query: new URLSearchParams(query),
    body: Buffer.from(JSON.stringify(body)),
  })
  return {
    ...spoken,
    model: turn.model,
    tap: () =>
      wholeTap(spoken.tap(), (answer, seen) => {
        const embedded = to.readAnswer(documentIn(answer), asked)
        const told = embedded && { ...embedded, usage: seen.usage ?? NO_USAGE }
        return told && Buffer.from(JSON.stringify(from.writeAnswer(told, { asked, model: turn.model })))
      }),
    translated: {
      contentType: 'application/json',
      dropped: [...asked.dropped, ...lost],
      refused: refusedBy(to, turn.model),
    },
  }
}
