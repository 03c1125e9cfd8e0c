import { asRecord, parseJson } from '../core/json.ts'
import { baseRespIn } from './in-band.ts'
import { nothingSeen } from './stream-tap.ts'
import { measureUnder, patternFor } from './relayed-text.ts'
import type { Seen, Tap } from './protocol.ts'

/** Where the answers of every protocol have what the model wrote. */
const TEXT = patternFor({
  keys: ['content', 'text', 'thinking', 'reasoning', 'reasoning_content', 'refusal', 'arguments'],
})

/** A body up to this size is read whole; of a longer one the end, where vendors put their usage. */
export const MAX_READ_BYTES = 1024 * 1024

/**
 * A tap on an answer that is one JSON document: bytes pass, and what it says is read when it is whole. Of one too long to
 * keep only the usage is read, by the key it stands under.
 */
export function createBodyTap(read: (answer: Record<string, unknown>, seen: Seen) => void, usageKey = 'usage'): Tap {
  const seen = nothingSeen()
  let parts: Buffer[] = []
  let size = 0
  let cut = false
  return {
    seen,
    push(chunk) {
      seen.content = true
      parts.push(chunk)
      size += chunk.length
      if (size > MAX_READ_BYTES) {
        const end = Buffer.concat(parts).subarray(-MAX_READ_BYTES / 2)
        parts = [Buffer.from(end)]
        size = end.length
        cut = true
      }
      return chunk
    },
    flush() {
      const text = Buffer.concat(parts).toString('utf8')
      const whole = cut ? usageAtTheEnd(text, usageKey) : parseJson(text)
      seen.terminal = whole !== undefined
      seen.pieces = Math.ceil(size / 4)
      read(asRecord(whole), seen)
      seen.failure ??= baseRespIn(asRecord(whole))
      if (!seen.usage) measureUnder(TEXT, Buffer.from(text), seen)
      return Buffer.alloc(0)
    },
  }
}

/** The last `"usage":{…}` of a document whose beginning was let go. */
function usageAtTheEnd(text: string, key: string): unknown {
  const at = text.lastIndexOf(`"${key}"`)
  for (let end = text.indexOf('}', at); at >= 0 && end >= 0; end = text.indexOf('}', end + 1)) {
    const value = parseJson(`{${text.slice(at, end + 1)}}`)
    if (value !== undefined) return value
  }
  return undefined
}
