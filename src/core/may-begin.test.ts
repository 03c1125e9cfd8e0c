import { expect, test } from 'vitest'
import { mayBeginWith } from './may-begin.ts'

const bytes = (text: string) => new TextEncoder().encode(text)

test('a string may begin with a word that it writes, or whose letters it hides, and with no other', () => {
  const file = bytes('file_id')
  const begins = (string: string) => mayBeginWith(bytes(string), 0, file)
  for (const one of [
    '"file_id"',
    '"file_ids"',
    '"\\u0066ile_id"',
    '"file\\u005fid"',
    '"f\\u0069le"',
    '"\\u00e9"',
    '"f\\ile_id"',
    '"\\x66ile_id"',
  ])
    expect(begins(one), one).toBe(true)
  for (const one of ['"file_i"', '"file"', '"a file_id"', '"\\nfile_id"', '"\\u4f60"', '""', '"f', '"f\\u0'])
    expect(begins(one), one).toBe(false)
})
