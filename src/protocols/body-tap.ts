import { asRecord, type Json, parseJson } from '../core/json.ts'
import { isEmpty, NO_USAGE } from '../core/usage.ts'
import { lastUnder, membersAtEnd, membersAtStart } from './document-ends.ts'
import { baseRespIn } from './in-band.ts'
import { unmarked } from './sse.ts'
import { nothingSeen } from './stream-tap.ts'
import { partsOfAnswer } from './measure-answer.ts'
import type { SoundGauge } from './said-sound.ts'
import type { Seen, Tap } from './protocol.ts'

/** A body up to this size is read whole; of a longer one the end, where vendors put their usage. */
export const MAX_READ_BYTES = 1024 * 1024

/** How much of the beginning is looked through before it is let go: instructions come before the name of the model. */
const HEAD_BYTES = 128 * 1024

const NOTHING = Buffer.alloc(0)

/** What is looked for inside the part that was let go, by the last object or list that is kept under a key. */
type Inside = (last: (key: string) => unknown) => Json

/** Notes what a document says, of which `isAll` tells whether nothing was let go and `bytes` are what was kept; one that is no answer is not `terminal`. */
type Reading = (answer: Json, seen: Seen, isAll: boolean, bytes: Buffer) => void

/** Where the usage stands, what else is looked for, and what measures the sound of an answer that may have some. */
type Looked = { usageKey?: string; inside?: Inside; sound?: SoundGauge | null }

/**
 * A tap on an answer that is one JSON document: bytes pass, and what it says is read when it is whole. Of one too long to
 * keep, what stands before and after its longest part is read, and its usage wherever it stands; its words are measured
 * as they are let go.
 */
export function createBodyTap(read: Reading, { usageKey = 'usage', inside, sound = null }: Looked = {}): Tap {
  const seen = nothingSeen()
  let parts: Buffer[] = []
  let size = 0
  let head: Json | null = null
  let over = false
  // Made only where something is measured: most answers tell what they used.
  let gauge: ReturnType<typeof partsOfAnswer> | null = null
  const measure = (part: Buffer) => (gauge ??= partsOfAnswer(seen, sound))(part)
  return {
    seen,
    push(chunk) {
      seen.content = true
      parts.push(chunk)
      size += chunk.length
      if (size > MAX_READ_BYTES) {
        const kept = Buffer.concat(parts)
        head ??= membersAtStart(kept.subarray(0, HEAD_BYTES))
        const end = kept.subarray(-MAX_READ_BYTES / 2)
        // Where the usage is known already nobody asks for the words.
        if (!seen.usage) measure(kept.subarray(0, -end.length))
        parts = [Buffer.from(end)]
        size = end.length
      }
      return chunk
    },
    flush() {
      if (over) return NOTHING
      over = true
      const [first = NOTHING] = parts
      const bytes = parts.length > 1 ? Buffer.concat(parts) : first
      const end = head ? membersAtEnd(bytes) : parseJson(unmarked(bytes.toString('utf8')))
      const answer = head ? { ...head, ...inside?.((key) => lastUnder(bytes, key)), ...asRecord(end) } : asRecord(end)
      const told = head && answer[usageKey] === undefined ? lastUnder(bytes, usageKey) : undefined
      if (told !== undefined) answer[usageKey] = told
      seen.terminal = end !== undefined
      seen.pieces = Math.ceil(size / 4)
      read(answer, seen, head === null, bytes)
      seen.failure ??= baseRespIn(answer)
      if (!tellsNothing(seen)) return NOTHING
      measure(bytes)
      // The length of what is said aloud is known, and is none of words.
      if (seen.soundTokens) seen.pieces = 0
      return NOTHING
    },
    brokeOff() {
      if (!over && !seen.usage) measure(Buffer.concat(parts))
      over = true
    },
  }
}

/** Whether what was read and written is not told, or told as nothing, which is believed only of an answer without words. */
function tellsNothing({ usage, estimated }: Seen): boolean {
  if (!usage) return true
  return !estimated && usage !== NO_USAGE && isEmpty(usage)
}
