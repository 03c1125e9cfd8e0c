import type { ModelEntry, TargetEntry } from '../core/directory.ts'
import { GatewayError } from '../core/errors.ts'
import type { ProtocolId } from '../core/protocol.ts'
import { SECOND_MS } from '../core/time.ts'
import { PROTOCOL_CODECS } from '../protocols/all.ts'
import type { Incoming, Protocol, Tap, Turn } from '../protocols/protocol.ts'
import { codecAnswering, CODECS, codecOf, embeddingsCodecOf } from '../protocols/translate/all.ts'
import { embeddedTurn } from '../protocols/translate/embedded-turn.ts'
import { pairOf } from '../protocols/translate/media/all.ts'
import { pairedTurn } from '../protocols/translate/media/paired-turn.ts'
import { refusedBy } from '../protocols/translate/refused.ts'
import { translatedTurn } from '../protocols/translate/translated-turn.ts'
import { descriptorOf } from '../providers/all.ts'
import { quirksOf } from '../providers/provider.ts'
import type { Room } from './body-room.ts'
import type { Exchange } from './exchange.ts'
import { refuseOtherGoogles } from './pinned/named.ts'
import { refersBack, type ResponseMemory } from './response-memory.ts'

/** What a caller asked for, and the candidate that is to be asked. */
export type Speaking = {
  exchange: Pick<Exchange, 'id' | 'at'>
  /** The caller's protocol. */
  protocol: Protocol
  userId: string
  incoming: Incoming
  /** What its body has; absent or null: nobody looks after that. */
  room?: Room | null
  turn: Turn
  model: ModelEntry
  target: TargetEntry
  /** The protocol the candidate is asked in. */
  spoken: ProtocolId
}

/** The turn as a candidate is asked: as it came, or translated; throws `not_translatable` for what may not be left out. */
export function spokenTo(speaking: Speaking, memory: ResponseMemory): Turn {
  const { protocol, incoming, turn, spoken, userId, room } = speaking
  if (spoken === protocol.id && !turn.saidIn) return turn
  if (!refersBack(protocol.id)) return translated(speaking)
  // Only a vendor's own answers are known to it.
  const recalled = memory.recalled(incoming.body, { protocol: protocol.id, userId, room })
  const told = translated({ ...speaking, incoming: { ...incoming, body: recalled.body } })
  const learning = (tap: Tap) => memory.learning(tap, { protocol: protocol.id, recalled, userId })
  const { tapOfOther } = told
  return {
    ...told,
    tap: () => learning(told.tap()),
    ...(tapOfOther && { tapOfOther: () => learning(tapOfOther()) }),
  }
}

function translated({ exchange, protocol, incoming, turn, model, target, spoken }: Speaking): Turn {
  const upstream = PROTOCOL_CODECS.find(({ id }) => id === spoken)
  const vectors = [embeddingsCodecOf(protocol.id), embeddingsCodecOf(spoken)] as const
  if (upstream && vectors[0] && vectors[1])
    return embeddedTurn({ incoming, turn, from: vectors[0], to: vectors[1], upstream, model: target.upstreamName })
  const about = aboutAnswer(exchange)
  const pair = pairOf(protocol.id, spoken)
  if (pair && upstream) {
    const { readError } = upstream.dialect === 'gemini' ? CODECS['gemini-generate'] : CODECS['openai-chat']
    return pairedTurn({ incoming, turn, pair, upstream, readError, upstreamName: target.upstreamName, about })
  }
  const [from, to] = [codecAnswering(protocol.id, turn.saidIn), codecOf(spoken)]
  if (!from || !to || !upstream) throw new Error(`${protocol.id} is not translated to ${spoken}`)
  const told = translatedTurn({
    incoming,
    turn,
    from,
    to,
    upstream,
    addressee: {
      model: target.upstreamName,
      maxOutput: model.maxOutput,
      quirks: quirksOf(descriptorOf(target.provider.preset), target.endpoint.dialect),
    },
    about,
  })
  // Those that a request in Google's own dialect names have been looked up.
  if (protocol.dialect !== 'gemini') refuseOtherGoogles(spoken, told, target.endpoint.baseUrl)
  return told
}

/** What an answer that is written here begins with. */
export function aboutAnswer({ id, at }: Speaking['exchange']): { id: string; created: number } {
  return { id, created: Math.floor(at / SECOND_MS) }
}

/** A refusal of the caller's own request in words of ours, for a caller who can be told no status any more. */
export function inWords(
  { protocol, turn }: Pick<Speaking, 'protocol' | 'turn'>,
  status: number,
  body: Buffer,
): GatewayError {
  const codec = codecOf(protocol.id)
  return codec ? refusedBy(codec, turn.model)(status, body) : new GatewayError('upstream_failed')
}
