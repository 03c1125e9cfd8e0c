import { NO_USAGE } from '../../../core/usage.ts'
import type { Incoming, Protocol, Turn } from '../../protocol.ts'
import type { Codec } from '../codec.ts'
import { refusedBy } from '../refused.ts'
import type { Asking, Pair } from './pair.ts'
import { wholeTap } from './whole-tap.ts'

/** What is asked in another protocol, and by which pair. */
type ToPair = {
  incoming: Incoming
  turn: Turn
  pair: Pair
  upstream: Protocol
  readError: Codec['readError']
  upstreamName: string
  about: Pick<Asking['about'], 'id' | 'created'>
}

/** The same turn in the upstream's protocol, whose tap gives the answer in the caller's; throws like `translatedTurn`. */
export function pairedTurn({ incoming, turn, pair, upstream, readError, upstreamName, about }: ToPair): Turn {
  const { path, body, contentType, dropped, answerType, write } = pair({
    incoming,
    stream: turn.stream,
    upstreamName,
    about: { ...about, model: turn.model },
  })
  const { tapOfOther: _events, ...spoken } = upstream.read({
    path,
    query: new URLSearchParams(),
    body,
    contentType,
    // It is sold by the name the caller has for it.
    ratesOf: () => incoming.ratesOf?.(turn.model) ?? null,
  })
  return {
    ...spoken,
    model: turn.model,
    stream: turn.stream,
    goesOutAsItComes: false,
    tap: () => wholeTap(spoken.tap(), (answer, seen) => write(answer, seen.usage ?? NO_USAGE)),
    translated: {
      contentType: answerType,
      dropped,
      refused: refusedBy({ readError }, turn.model),
    },
  }
}
