import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readCsv, writeCsv } from './csv.ts'

const cellsOf = (text: string) => readCsv(text).rows?.map((row) => row.cells)

test('what is written is read again, whatever it holds', () => {
  // Blank lines are none, and lines end in one way.
  const lead = fc.string({ unit: fc.constantFrom("'", '=', '-', '＋', '\t', '1'), maxLength: 3 })
  const cell = fc.tuple(lead, fc.string({ unit: 'binary-ascii' })).map((texts) => texts.join('').replaceAll('\r', ''))
  const rows = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }))
  fc.assert(
    fc.property(rows, (table) => {
      expect(cellsOf(writeCsv(table))).toEqual(table)
    }),
  )
})

test('lines end in either way, and know their number in the file', () => {
  expect(readCsv('\u{feff}a,b\r\n\n"x\ny",z\nlast,"say ""hi"""').rows).toEqual([
    { line: 1, cells: ['a', 'b'] },
    { line: 3, cells: ['x\ny', 'z'] },
    { line: 5, cells: ['last', 'say "hi"'] },
  ])
  expect(readCsv('a\rb').rows).toEqual([
    { line: 1, cells: ['a'] },
    { line: 2, cells: ['b'] },
  ])
  expect(readCsv('')).toEqual({ rows: [] })
})

test('a quote that does not hold its whole cell is told by its line, and nothing is read', () => {
  expect(readCsv('a\n"b\nc')).toEqual({ tornAt: 2 })
  expect(readCsv('a\n\n"1"2,b')).toEqual({ tornAt: 3 })
  expect(readCsv('"a""b","",""""')).toEqual({ rows: [{ line: 1, cells: ['a"b', '', '"'] }] })
  // One that stands within a cell is a letter like any other.
  expect(cellsOf('6" disk,5')).toEqual([['6" disk', '5']])
})

test('a text that begins like a formula is written so that no spreadsheet runs it; a number stays one', () => {
  expect(writeCsv([['=HYPERLINK("x")', '-5.25', -3, '+1', '@x', null]])).toBe(
    '"\'=HYPERLINK(""x"")",-5.25,-3,\'+1,\'@x,\r\n',
  )
})

test('a cell that is led by an apostrophe and begins no formula is read as it stands', () => {
  expect(cellsOf("'=1+1,'-5,'tis,'',O'-x")).toEqual([['=1+1', "'-5", "'tis", "''", "O'-x"]])
})

test('signs of full width begin a formula where East Asian spreadsheets read them as their narrow ones', () => {
  expect(writeCsv([['＝HYPERLINK("x")', '＋1', '－1', '＠x']])).toBe('"\'＝HYPERLINK(""x"")",\'＋1,\'－1,\'＠x\r\n')
})
