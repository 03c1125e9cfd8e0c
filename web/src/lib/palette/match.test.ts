import fc from 'fast-check'
import { expect, test } from 'vitest'
import { find, hanPlaces, type Findable } from './match.ts'

const keys: Findable = { title: 'API 密钥', spelled: ['mi', 'yao'], also: 'token key' }

test.each([
  ['密', 0],
  ['api', 0],
  ['api 密', 0],
])('%s is found as it is written', (query, least) => expect(find(query, keys)?.rank).toBeGreaterThanOrEqual(least))

test.each(['mi', 'miyao', 'my', 'miy', 'm', 'mi yao', 'MiYao'])('%s spells it', (query) => {
  expect(find(query, keys)?.rank).toBe(2)
})

test.each(['mx', 'yaomi', 'miyaoo', 'ym'])('%s spells nothing of it', (query) => {
  expect(find(query, keys)).toBeNull()
})

test('what was found is marked in the title and in the spelling', () => {
  expect(find('miy', keys)).toMatchObject({ title: [[4, 6]] })
  expect([...(find('miy', keys)?.syllables ?? [])]).toEqual([
    [0, 2],
    [1, 1],
  ])
  expect([...(find('yao', keys)?.syllables ?? [])]).toEqual([[1, 3]])
})

test('a title comes before a spelling, and a spelling before another word for it', () => {
  const ranks = ['api', '密', 'mi', 'yao', 'token'].map((query) => find(query, keys)?.rank)
  expect(ranks).toEqual([0, 1, 2, 3, 4])
})

test('every word must be found, wherever', () => {
  expect(find('api mi', keys)).not.toBeNull()
  expect(find('api xyz', keys)).toBeNull()
  expect(find('', keys)?.rank).toBe(0)
})

test('the beginning letters of all syllables always spell a title', () => {
  const syllable = fc.stringMatching(/^[a-z]{1,6}$/)
  fc.assert(
    fc.property(fc.array(syllable, { minLength: 1, maxLength: 6 }), (spelled) => {
      const thing = { title: '字'.repeat(spelled.length), spelled }
      expect(hanPlaces(thing.title)).toHaveLength(spelled.length)
      expect(find(spelled.map((one) => one.slice(0, 1)).join(''), thing)).not.toBeNull()
      expect(find(spelled.join(''), thing)).not.toBeNull()
    }),
  )
})
