import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { PackedRecord } from '../../core/packed-record.ts'
import { readLine } from './line.ts'
import { Sheet } from './sheet.ts'

const lineOf = (record: string) => ({ kind: 'settle' as const, id: 'a', record: record as PackedRecord })
/** What lines tell, each of which must be whole. */
const toldBy = (lines: Buffer) =>
  lines
    .toString('latin1')
    .split('\n')
    .slice(0, -1)
    .map((line) => (readLine(Buffer.from(line, 'latin1')) ? Buffer.from(line.slice(13), 'latin1').toString() : 'torn'))

/** Of one byte to four, and so long that few or none have room on a sheet. */
const records = fc
  .record({ letter: fc.constantFrom('a', 'é', '玉', '🚪'), length: fc.oneof(fc.nat(50), fc.nat(40_000)) })
  .map(({ letter, length }) => JSON.stringify(letter.repeat(length)))
const turns = fc.array(fc.record({ put: fc.array(records, { maxLength: 6 }), written: fc.boolean() }), {
  maxLength: 20,
})

test('whatever is put on it waits until it is taken, in its order, and what was taken never changes', () => {
  fc.assert(
    fc.property(turns, (all) => {
      const sheet = new Sheet()
      const kept: { lines: Buffer; records: string[] }[] = []
      let waiting: string[] = []
      for (const { put, written } of all) {
        for (const record of put) sheet.put(lineOf(record))
        waiting.push(...put)
        expect(sheet.count).toBe(waiting.length)
        // Also where the write failed: a part of it may be with the disk still.
        kept.push({ lines: sheet.lines, records: [...waiting] })
        if (!written) continue
        sheet.taken()
        waiting = []
        expect([sheet.count, sheet.lines.length]).toEqual([0, 0])
      }
      for (const { lines, records } of kept) expect(toldBy(lines)).toEqual(records)
    }),
  )
})

test('a line that is as long as a line can be has room', () => {
  for (let length = 21_800; length < 21_900; length += 1) {
    const sheet = new Sheet()
    const record = JSON.stringify('玉'.repeat(length))
    sheet.put(lineOf(record))
    sheet.put(lineOf(record))
    expect(toldBy(sheet.lines)).toEqual([record, record])
  }
})
