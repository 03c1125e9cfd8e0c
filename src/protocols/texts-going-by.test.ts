import fc from 'fast-check'
import { expect, test } from 'vitest'
import { textsGoingBy } from './texts-going-by.ts'

/** The texts of a document that comes in parts of so many bytes, as they stand there, by the keys above them. */
function textsOf(document: string, size: number): string[] {
  const found: { at: string; text: string }[] = []
  let document_ = Buffer.from(document)
  const push = textsGoingBy(({ key, under, bytes }) => {
    const at = `${under}.${key}`
    const last = found.at(-1)
    // Keys of the test differ, so that what follows under the same one is the same text.
    if (last?.at === at) last.text += bytes.toString('latin1')
    else found.push({ at, text: bytes.toString('latin1') })
  })
  for (; document_.length > 0; document_ = document_.subarray(size)) push(document_.subarray(0, size))
  return found.map(({ at, text }) => `${at}=${Buffer.from(text, 'latin1').toString('utf8')}`)
}

test('texts are told with their keys, whatever stands in them and around them', () => {
  const document = {
    id: 'x',
    n: 1,
    list: ['not told', { a: { data: '\\"audio":{"data":"no"} \\' } }],
    audio: { data: 'AAA', none: null, say: '"' },
    last: '}',
  }
  const told = [
    '.id=x',
    String.raw`a.data=\\\"audio\":{\"data\":\"no\"} \\`,
    'audio.data=AAA',
    String.raw`audio.say=\"`,
  ]
  for (const size of [1, 2, 3, 7, 1000]) {
    expect(textsOf(JSON.stringify(document), size)).toEqual([...told, '.last=}'])
    expect(textsOf(JSON.stringify(document, null, 2), size)).toEqual([...told, '.last=}'])
  }
})

test('what opens deeper than any answer hides nothing that comes after it', () => {
  const deep = `{"a":${'['.repeat(100)}{"b":"c"}${']'.repeat(100)},"audio":{"data":"AAA"}}`
  expect(textsOf(deep, 5)).toContain('audio.data=AAA')
})

test('however it is cut, the same is told', () => {
  const part = fc.integer({ min: 1, max: 40 })
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.json()), fc.string(), part, (object, text, size) => {
      const document = JSON.stringify({ ...object, last: text })
      expect(textsOf(document, size)).toEqual(textsOf(document, document.length * 4))
    }),
  )
})
