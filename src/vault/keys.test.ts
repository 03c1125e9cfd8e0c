import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createHmac } from 'node:crypto'
import { keyHasher, looksLikeUserKey, newUserKey, shownParts } from './keys.ts'

const bytes30 = fc.uint8Array({ minLength: 30, maxLength: 30 })

test('a new key is sk-ym- and 46 base62 characters, and passes its own checksum', () => {
  fc.assert(
    fc.property(bytes30, (bytes) => {
      const key = newUserKey(() => Buffer.from(bytes))
      return /^sk-ym-[0-9A-Za-z]{46}$/.test(key) && looksLikeUserKey(key)
    }),
  )
})

test('keys that were given out once are keys for good', () => {
  const bytes = Buffer.from(Array.from({ length: 30 }, (_, at) => at))
  expect(newUserKey(() => bytes)).toBe('sk-ym-00D37zwY9QluoiRsV2MqABbmpQ2Fiv87dRFrKcA9046cLM')
  expect(newUserKey((size) => Buffer.alloc(size, 255))).toBe('sk-ym-YlCgNeYQ06HBQNGiYxnQHuEkjfZkCSUgsd1cNg8V0jDusJ')
})

test('two keys are never the same', () => {
  expect(new Set(Array.from({ length: 500 }, () => newUserKey())).size).toBe(500)
})

test('a key with one character changed is refused without a look-up', () => {
  fc.assert(
    fc.property(
      bytes30,
      fc.integer({ min: 0, max: 51 }),
      fc.constantFrom('0', '9', 'A', 'Z', 'a', 'z', '-', ' '),
      (bytes, at, other) => {
        const key = newUserKey(() => Buffer.from(bytes))
        fc.pre(key[at] !== other)
        return !looksLikeUserKey(key.slice(0, at) + other + key.slice(at + 1))
      },
    ),
  )
})

test('what is longer, shorter or no key at all is refused', () => {
  const key = newUserKey()
  for (const text of [
    '',
    'sk-ym-',
    key.slice(0, -1),
    `${key}0`,
    ` ${key}`,
    `${key}\n`,
    key.replace('sk-ym', 'sk-xx'),
    // Its checksum is right.
    'sk-xx-00000000000000000000000000000000000000004CRtqS',
  ]) {
    expect(looksLikeUserKey(text), text).toBe(false)
  }
})

test('the hash of a key depends on the pepper and on every character', () => {
  const key = newUserKey()
  const hash = keyHasher(Buffer.alloc(32, 1))
  expect(hash(key)).toBe(hash(key))
  expect(hash(key)).toMatch(/^[\w-]{43}$/)
  expect(hash(key)).not.toBe(keyHasher(Buffer.alloc(32, 2))(key))
  expect(hash(key)).not.toBe(hash(newUserKey()))
})

test('what is shown of a key is its first ten and its last four characters', () => {
  expect(shownParts('sk-ym-8f2cAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA9xYz')).toEqual({
    prefix: 'sk-ym-8f2c',
    last4: '9xYz',
  })
})

test('a key is hashed by HMAC-SHA-256 as everybody computes it, whatever the length of the pepper', () => {
  const keys = fc.oneof(
    fc.string(),
    bytes30.map((bytes) => newUserKey(() => Buffer.from(bytes))),
  )
  const lengths = fc.oneof(fc.constantFrom(63, 64, 65), fc.integer({ min: 1, max: 200 }))
  const peppers = lengths.chain((length) => fc.uint8Array({ minLength: length, maxLength: length }))
  fc.assert(
    fc.property(peppers, keys, (pepper, key) => {
      expect(keyHasher(Buffer.from(pepper))(key)).toBe(createHmac('sha256', pepper).update(key).digest('base64url'))
    }),
  )
})
