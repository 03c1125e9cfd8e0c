import { expect, test } from 'vitest'
import { csvText } from './csv-text.ts'

const read = (...bytes: number[]) => csvText(new Blob([Uint8Array.from(bytes)]))

test('a table is read as UTF-8, with and without its mark', async () => {
  expect(await read(0xe5, 0xa7, 0x93, 0x2c, 0x61)).toBe('姓,a')
  expect(await read(0xef, 0xbb, 0xbf, 0xe5, 0xa7, 0x93)).toBe('姓')
})

test('a table that a Chinese spreadsheet wrote in its own encoding keeps its names', async () => {
  expect(await read(0xd0, 0xd5, 0xc3, 0xfb, 0x2c, 0x61)).toBe('姓名,a')
})
