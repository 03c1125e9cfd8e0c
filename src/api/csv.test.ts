import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readCsv, writeCsv } from './csv.ts'

const cellsOf = (text: string) => readCsv(text)?.map((row) => row.cells)

test('what is written is read again, whatever it holds', () => {
  // Cells that a spreadsheet would take for a formula are changed on purpose, and blank lines are none.
  const cell = fc.string({ unit: 'binary-ascii' }).map((text) => text.replace(/^[=+\-@\t\r]+/, '').replaceAll('\r', ''))
  const rows = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }))
  fc.assert(
    fc.property(rows, (table) => {
      expect(cellsOf(writeCsv(table))).toEqual(table)
    }),
  )
})

test('lines end in either way, and know their number in the file', () => {
  expect(readCsv('\u{feff}a,b\r\n\n"x\ny",z\nlast,"say ""hi"""')).toEqual([
    { line: 1, cells: ['a', 'b'] },
    { line: 3, cells: ['x\ny', 'z'] },
    { line: 5, cells: ['last', 'say "hi"'] },
  ])
  expect(readCsv('a,"b')).toBeUndefined()
  expect(readCsv('')).toEqual([])
})

test('a text that begins like a formula is written so that no spreadsheet runs it; a number stays one', () => {
  expect(writeCsv([['=HYPERLINK("x")', '-5.25', -3, '+1', '@x', null]])).toBe(
    '"\'=HYPERLINK(""x"")",-5.25,-3,\'+1,\'@x,\r\n',
  )
})
