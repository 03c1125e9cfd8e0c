import { crc32 } from 'node:zlib'
import type { PackedRecord } from '../../core/packed-record.ts'
import type { RequestRecord } from '../../core/records.ts'
import { recordFromJson } from './record-json.ts'

/** What a line says: the request was admitted, has come so far, is settled. The last line of a request is what counts. */
export type LineKind = 'admit' | 'meter' | 'settle'

/** A line whose checksum is right; its record is parsed only when somebody wants it. */
export type Line = {
  kind: LineKind
  id: string
  /** Null when the record is of a shape this program does not know. */
  record(): RequestRecord | null
}

/** A line as it is to be written. */
export type WrittenLine = { kind: LineKind; id: string; record: PackedRecord }

const LETTERS = { admit: 'A', meter: 'M', settle: 'S' } as const satisfies Record<LineKind, string>
const KINDS: Readonly<Record<string, LineKind>> = { A: 'admit', M: 'meter', S: 'settle' }

const SUM_DIGITS = 8
const ID_START = SUM_DIGITS + 3
const SPACE = 0x20
const NEWLINE = 0x0a
const HEX_DIGITS = '0123456789abcdef'

/** The most bytes that a line takes: a letter of a text is three at most. */
export function mostBytesOf({ id, record }: WrittenLine): number {
  return ID_START + 3 * (id.length + record.length) + 2
}

/**
 * Writes a line of the journal, for which there must be room, and answers where it ends: CRC-32 in hex, kind, request id, record
 * in JSON, newline. For `admit` and `meter` the record is the row as it would be if nothing more were ever heard of the request.
 */
export function writeLine(into: Buffer, start: number, { kind, id, record }: WrittenLine): number {
  const told = start + SUM_DIGITS + 1
  into[told - 1] = SPACE
  into[told] = LETTERS[kind].charCodeAt(0)
  into[told + 1] = SPACE
  let end = start + ID_START
  end += into.write(id, end)
  into[end++] = SPACE
  end += into.write(record, end)
  writeSum(into, start, crc32(into.subarray(told, end)))
  into[end++] = NEWLINE
  return end
}

function writeSum(into: Buffer, start: number, sum: number): void {
  for (let at = start, rest = sum; at < start + SUM_DIGITS; at += 1, rest <<= 4)
    into[at] = HEX_DIGITS.charCodeAt(rest >>> 28)
}

/** The rows that whole lines settle, in their order; only of lines that this process has written, which need no looking at. */
export function settledIn(lines: Buffer): PackedRecord[] {
  const settled: PackedRecord[] = []
  for (const line of lines.toString('utf8').split('\n'))
    if (line[SUM_DIGITS + 1] === LETTERS.settle)
      settled.push(line.slice(line.indexOf(' ', ID_START) + 1) as PackedRecord)
  return settled
}

/** Reads a line without its newline; null when it is torn or its checksum is wrong. */
export function readLine(bytes: Buffer): Line | null {
  const idEnd = bytes.indexOf(SPACE, ID_START)
  if (idEnd < 0 || bytes[SUM_DIGITS] !== SPACE) return null
  const sum = bytes.toString('latin1', 0, SUM_DIGITS)
  if (!/^[\da-f]{8}$/.test(sum) || crc32(bytes.subarray(SUM_DIGITS + 1)) !== Number.parseInt(sum, 16)) return null
  const kind = KINDS[bytes.toString('latin1', SUM_DIGITS + 1, ID_START - 1)]
  if (!kind) return null
  return {
    kind,
    id: bytes.toString('latin1', ID_START, idEnd),
    record: () => recordFromJson(bytes.toString('utf8', idEnd + 1)),
  }
}
