import { open } from 'node:fs/promises'
import { type Line, readLine } from './line.ts'

/** Whole lines of a segment, each with the offset where it ends; `bad` of them were unreadable and are left out. */
type LinesRead = { lines: { line: Line; end: number }[]; bad: number; end: number }

const CHUNK_BYTES = 256 * 1024
const NEWLINE = 0x0a

/**
 * Reads some lines from an offset, and never beyond `limit`. When `end` is where it began, what is left is no whole
 * line: the tail that a crash tore.
 */
export async function readLines(path: string, from: number, limit: number): Promise<LinesRead> {
  const file = await open(path)
  try {
    for (let size = Math.min(CHUNK_BYTES, limit - from); ; size = Math.min(size * 2, limit - from)) {
      const { buffer, bytesRead } = await file.read(Buffer.allocUnsafeSlow(size), 0, size, from)
      const found = linesIn(buffer.subarray(0, bytesRead), from)
      // A line longer than the chunk needs a longer chunk.
      if (found.end > from || from + size >= limit) return found
    }
  } finally {
    await file.close()
  }
}

function linesIn(bytes: Buffer, from: number): LinesRead {
  const found: LinesRead = { lines: [], bad: 0, end: from }
  let start = 0
  for (let at = bytes.indexOf(NEWLINE); at >= 0; at = bytes.indexOf(NEWLINE, start)) {
    const line = readLine(bytes.subarray(start, at))
    start = at + 1
    found.end = from + start
    if (line) found.lines.push({ line, end: found.end })
    else found.bad += 1
  }
  return found
}
