import { askedIn } from '../body-json.ts'
import type { Protocol, Tap, Turn } from '../protocol.ts'
import { type AskedBy, replyIn } from './reply-in.ts'
import type { Addressee, Codec } from './codec.ts'
import { droppedFields } from './dropped.ts'
import { withOwnIds } from './own-ids.ts'
import { refusedBy } from './refused.ts'
import { teller } from './told.ts'
import { flattenTools } from './tools-out.ts'
import { createTranslatingTap } from './translating-tap.ts'

/** A request that is to be asked in another protocol than the caller's. */
type ToTranslate = AskedBy & {
  from: Codec
  to: Codec
  /** The protocol that `to` writes, which reads what it wrote like any other request. */
  upstream: Protocol
  addressee: Omit<Addressee, 'stream'>
}

/**
 * The same turn in an upstream's protocol, whose tap gives the answer in the caller's. Throws `not_translatable` for what may
 * not be left out, and `body_invalid` for what is malformed.
 */
export function translatedTurn({ incoming, turn, from, to, upstream, addressee, about }: ToTranslate): Turn {
  const asked = askedIn(incoming.body)
  const read = from.readRequest(asked, incoming)
  const conversation = { ...read, messages: withOwnIds(read.messages) }
  const dropped = droppedFields(asked, { from: from.fields, to: to.written ?? to.fields, conversation })
  const customTools = to.customTools && !addressee.quirks.plainFields
  const { conversation: flat, names } = flattenTools(conversation, customTools, to.plainKeys)
  const written = to.writeRequest(flat, { ...addressee, stream: turn.stream })
  const spoken = upstream.read({
    path: written.path,
    query: new URLSearchParams(written.query),
    body: Buffer.from(JSON.stringify(written.body)),
  })
  const { writer, contentType } = replyIn(from, { incoming, turn, about }, asked)
  const { tapOfOther } = spoken
  const saidAnew = (tap: Tap, stream: boolean) =>
    createTranslatingTap({
      upstream: tap,
      reader: to.reader(),
      writer: writer(),
      names,
      stream,
      // Nothing of a tap may hold on to this request: an answer outlasts it by minutes.
      told: teller(turn.model),
    })
  return {
    ...spoken,
    model: turn.model,
    stream: turn.stream,
    tap: () => saidAnew(spoken.tap(), turn.stream),
    ...(tapOfOther && { tapOfOther: () => saidAnew(tapOfOther(), !turn.stream) }),
    translated: {
      contentType,
      dropped: [...new Set([...dropped, ...(conversation.lost ?? []), ...written.lost])],
      refused: refusedBy(to, turn.model),
    },
  }
}
