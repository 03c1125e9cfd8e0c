import { expect, test } from 'vitest'
import { markdownTable } from './markdown-table.ts'

test('writes a line for the heads, one for their sides, and one for each row', () => {
  expect(markdownTable([{ word: 'Name' }, { word: 'Cost', number: true }], [['a', '$1']])).toBe(
    '| Name | Cost |\n| --- | ---: |\n| a | $1 |\n',
  )
})

test('no text leaves its cell', () => {
  expect(markdownTable([{ word: 'x' }], [[String.raw`a|b\|c` + '\nd']])).toBe(
    String.raw`| x |` + '\n| --- |\n' + String.raw`| a\|b\\\|c d |` + '\n',
  )
})
