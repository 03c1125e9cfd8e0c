import { gather } from '../../core/bytes.ts'
import { invalid } from '../../protocols/translate/shape.ts'

const MAX_HEAD_BYTES = 8192
/** All of a form but its files. */
const MAX_TEXT_BYTES = 1024 * 1024
/** What comes in less is put together first: looked at byte by byte, a form would cost a thousand times as much. */
const LOOKED_AT_BYTES = 4096
const NONE: Buffer[] = []
const HEAD_END = Buffer.from('\r\n\r\n')

/** What a form is split into. */
type Split = {
  /** The form with a mark in the place of each file; nothing else of it is changed. */
  text(): Buffer
  /** Takes the next bytes of a form and returns what of it belongs to files, as far as it has been looked at. */
  push(chunk: Buffer): Buffer[]
  /** The form is over: returns what is left of its files; throws when it is cut off. */
  end(): Buffer[]
}

/** Is told where each file begins and ends among the bytes of all files, and what it holds, and gives the mark that stands for it in the text. */
type Marks = { begin(at: number): Buffer; holds(bytes: Buffer): void; end(at: number): void }

/**
 * Splits a `multipart/form-data` body (RFC 7578) into its text and its files while it arrives. What the text says is read by
 * `formSpans` like any other form; here a file is only told from a field, and a boundary from everything else.
 */
export function createFormSplitter(boundary: string, marks: Marks): Split {
  const mark = Buffer.from(`--${boundary}`)
  const text: Buffer[] = []
  let size = 0
  let fileBytes = 0
  let state: 'start' | 'head' | 'field' | 'file' | 'over' = 'start'
  let pending: Buffer = Buffer.alloc(0)
  const short = shortChunks()

  function keep(bytes: Buffer): void {
    size += bytes.length
    if (size > MAX_TEXT_BYTES) throw invalid('all of the form but its files must be smaller than 1 MiB')
    gather(text, Buffer.from(bytes))
  }

  /** Takes so many bytes from what is waiting. */
  function take(count: number): Buffer {
    const bytes = pending.subarray(0, count)
    pending = pending.subarray(count)
    return bytes
  }

  /** One step forward; false when more bytes are needed. */
  function step(files: Buffer[]): boolean {
    if (state === 'over') {
      keep(take(pending.length))
      return false
    }
    if (state === 'head') return head()
    return content(files)
  }

  function head(): boolean {
    // After the boundary comes a line end and a head, or `--` and the end.
    if (pending.length < mark.length + 2) return false
    if (pending.toString('latin1', mark.length, mark.length + 2) === '--') {
      state = 'over'
      return true
    }
    const end = pending.indexOf(HEAD_END)
    if (end < 0) {
      if (pending.length > MAX_HEAD_BYTES) throw invalid('a part of the form has too long a head')
      return false
    }
    const told = take(end + HEAD_END.length)
    keep(told)
    state = /;\s*filename\*?=/i.test(told.toString('latin1')) ? 'file' : 'field'
    if (state === 'file') keep(marks.begin(fileBytes))
    return true
  }

  /** What comes before the next boundary. */
  function content(files: Buffer[]): boolean {
    const at = pending.indexOf(mark)
    // The line end before a boundary belongs to it, and either may have come in part.
    const certain = at < 0 ? pending.length - mark.length - 1 : at - 2
    if (state === 'file') {
      if (at >= 0 && !isLineEnd(pending, at - 2)) throw invalid('the boundary of the form stands inside a file')
      if (certain > 0) {
        const bytes = Buffer.from(take(certain))
        marks.holds(bytes)
        files.push(bytes)
        fileBytes += certain
      }
    } else if (certain > 0) keep(take(certain))
    if (at < 0) return false
    if (state === 'file') marks.end(fileBytes)
    keep(take(pending.indexOf(mark)))
    state = 'head'
    return true
  }

  /** Looks at what waits and at what has come. */
  function look(...came: Buffer[]): Buffer[] {
    pending = Buffer.concat([pending, ...came])
    const files: Buffer[] = []
    while (step(files));
    return files
  }

  return {
    text: () => Buffer.concat(text),
    push: (chunk) => (short.add(chunk) ? NONE : look(short.take(), chunk)),
    end() {
      const files = look(short.take())
      if (state !== 'over') throw invalid('the form is cut off or a part of it is malformed')
      return files
    },
  }
}

/** Puts chunks together while they are short; what is taken is overwritten by the next. */
function shortChunks() {
  const memory = Buffer.allocUnsafeSlow(LOOKED_AT_BYTES)
  let size = 0
  return {
    add(chunk: Buffer): boolean {
      if (size + chunk.length > memory.length) return false
      memory.set(chunk, size)
      size += chunk.length
      return true
    },
    take(): Buffer {
      const taken = memory.subarray(0, size)
      size = 0
      return taken
    },
  }
}

function isLineEnd(bytes: Buffer, at: number): boolean {
  return at >= 0 && bytes[at] === 0x0d && bytes[at + 1] === 0x0a
}
