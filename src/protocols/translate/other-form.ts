import { askedIn } from '../body-json.ts'
import type { Tap, Turn } from '../protocol.ts'
import type { Codec } from './codec.ts'
import { refusedBy } from './refused.ts'
import { type AskedBy, replyIn } from './reply-in.ts'
import { teller } from './told.ts'
import { createTranslatingTap } from './translating-tap.ts'

const NO_NAMES = new Map<string, never>()

/**
 * A turn whose answer has come in the other form than was asked for, as `tapOfOther` reads it, and is written anew in the form
 * that was: by the same codec, which keeps of it what any other protocol could be told.
 */
export function inOtherForm({ incoming, turn, about }: AskedBy, codec: Codec, tapOfOther: () => Tap): Turn {
  const asked = askedIn(incoming.body)
  const { writer, contentType } = replyIn(codec, { incoming, turn, about }, asked)
  return {
    ...turn,
    tap: () =>
      createTranslatingTap({
        upstream: tapOfOther(),
        reader: codec.reader(),
        writer: writer(),
        names: NO_NAMES,
        stream: !turn.stream,
        told: teller(turn.model),
      }),
    translated: { contentType, dropped: [], refused: refusedBy(codec, turn.model) },
  }
}
