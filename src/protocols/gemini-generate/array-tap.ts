import { ownCopy } from '../../core/bytes.ts'
import { parseJson } from '../../core/json.ts'
import type { Seen, Tap } from '../protocol.ts'
import { EVENT_TOO_LARGE } from '../sse.ts'
import { nothingSeen } from '../stream-tap.ts'

const QUOTE = 0x22
const BACKSLASH = 0x5c
const OPEN_BRACE = 0x7b
const CLOSE_BRACE = 0x7d
const OPEN_BRACKET = 0x5b
const CLOSE_BRACKET = 0x5d
const BRACKET = Buffer.from([CLOSE_BRACKET])

type ArrayReader = {
  /** Notes what an element says in `seen`. */
  read: (element: unknown, seen: Seen) => void
  /** Whether the element tells a failure, and so is the last. */
  isFailure: (element: unknown) => boolean
  maxElementBytes: number
}

/**
 * A tap on a JSON array that is written piece by piece: only whole elements go through, and the closing bracket waits for
 * the end, so that an element of ours can still be put after what the caller has. A failure goes out with its bracket.
 */
export function createArrayTap({ read, isFailure, maxElementBytes }: ArrayReader): Tap {
  const seen = nothingSeen()
  const held = createHeld()
  const scan = createScanner()
  let start = 0
  let failure: unknown
  /** The end of the last element; after it only a bracket is missing. */
  let wholeTo = 0
  let over = false
  const readFailure = () => {
    if (failure !== undefined && seen.failure === null) read(failure, seen)
  }
  /** Reads what ends at a mark; whether everything up to there may go on. */
  const goesOn = (mark: Mark, end: number): boolean => {
    if (mark === 'open') start = end - 1
    if (mark === 'end') {
      over = true
      readFailure()
    }
    if (mark !== 'close') return mark === 'end' && failure !== undefined
    wholeTo = end
    const element = parseJson(held.view(start, end).toString('utf8'))
    if (isFailure(element)) failure = element
    else read(element, seen)
    return !isFailure(element)
  }
  return {
    seen,
    push(chunk) {
      let free = 0
      let at = held.length
      held.append(chunk)
      for (const byte of chunk) {
        at += 1
        const mark = scan(byte)
        if (mark !== null && goesOn(mark, at)) free = at
      }
      start -= free
      wholeTo = Math.max(0, wholeTo - free)
      if (at - free > maxElementBytes) seen.failure = EVENT_TOO_LARGE
      return held.release(free)
    },
    flush() {
      readFailure()
      // When all has been said, a part of an element that broke off would only spoil it; the array is closed without it.
      return over || !seen.terminal ? held.release(held.length) : Buffer.concat([held.release(wholeTo), BRACKET])
    },
  }
}

type Mark = 'open' | 'close' | 'end'

/** Follows JSON byte by byte and tells where an element of the outermost array opens and closes, and where the array ends. */
function createScanner(): (byte: number) => Mark | null {
  let depth = 0
  let quoted = false
  let escaped = false
  return (byte) => {
    if (quoted) {
      if (escaped) escaped = false
      else if (byte === BACKSLASH) escaped = true
      else if (byte === QUOTE) quoted = false
      return null
    }
    if (byte === QUOTE) quoted = depth > 0
    else if (byte === OPEN_BRACE || (byte === OPEN_BRACKET && depth > 0)) {
      depth += 1
      return depth === 1 ? 'open' : null
    } else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) {
      if (depth === 0) return byte === CLOSE_BRACKET ? 'end' : null
      depth -= 1
      return depth === 0 ? 'close' : null
    }
    return null
  }
}

/** Bytes that wait for the rest of their element, in memory that doubles: one that comes byte by byte is not copied for each. */
function createHeld() {
  let store = Buffer.alloc(0)
  let length = 0
  return {
    get length() {
      return length
    },
    view: (from: number, to: number) => store.subarray(from, to),
    append(bytes: Buffer) {
      if (length + bytes.length > store.length) {
        const larger = Buffer.allocUnsafeSlow(Math.max(length + bytes.length, store.length * 2))
        store.copy(larger, 0, 0, length)
        store = larger
      }
      bytes.copy(store, length)
      length += bytes.length
    },
    /** Takes the first bytes out; the memory of a large element is let go with it. */
    release(size: number): Buffer {
      if (size === 0) return Buffer.alloc(0)
      const out = store.subarray(0, size)
      store = ownCopy(store.subarray(size, length))
      length -= size
      return out
    },
  }
}
