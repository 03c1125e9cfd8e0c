import type { Seen, Tap } from '../../protocol.ts'
import { EVENT_TOO_LARGE } from '../../sse.ts'

/** An answer that is one document is never larger than this (docs/faults.md, rule 6). */
const MOST_BYTES = 64 * 1024 * 1024

/** A tap that gives nothing until the answer is whole, and then what `write` makes of it; null is told as a bad answer. */
export function wholeTap(upstream: Tap, write: (answer: Buffer, seen: Seen) => Buffer | null): Tap {
  const parts: Buffer[] = []
  let size = 0
  let over = false
  const keep = (bytes: Buffer) => {
    size += bytes.length
    if (size > MOST_BYTES) upstream.seen.failure = EVENT_TOO_LARGE
    else parts.push(Buffer.from(bytes))
  }
  return {
    get seen() {
      return upstream.seen
    },
    push(chunk) {
      keep(upstream.push(chunk))
      // The caller can read nothing of it yet, so that somebody else may still be asked.
      upstream.seen.content = false
      return Buffer.alloc(0)
    },
    flush() {
      if (over) return Buffer.alloc(0)
      over = true
      upstream.seen.content = size > 0
      keep(upstream.flush())
      const { seen } = upstream
      const written = seen.failure ? null : write(Buffer.concat(parts.splice(0)), seen)
      if (!written) seen.failure ??= 'bad_answer'
      return written ?? Buffer.alloc(0)
    },
  }
}
