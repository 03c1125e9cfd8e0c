import { expect, test } from 'vitest'
import { AskedText } from './asked-text.ts'
import { textOfSample } from './request-text.ts'

const KIB = 1024
const WORDS = 'The quick brown fox jumps over the lazy dog. '

const bodyOf = (bytes: number) =>
  Buffer.from(JSON.stringify({ messages: [{ role: 'user', content: WORDS.repeat(bytes / WORDS.length) }] }))
const lengthOf = (asked: AskedText) => textOfSample(asked.sample()).length * asked.sample().scale

test('a request that was shortened still speaks for all of its text', () => {
  for (const bytes of [KIB, 40 * KIB, 300 * KIB, 2048 * KIB]) {
    const asked = new AskedText(bodyOf(bytes))
    const before = lengthOf(asked)
    asked.shorten()
    asked.shorten()
    expect(Math.abs(lengthOf(asked) / before - 1), `${bytes}`).toBeLessThan(0.02)
  }
})

test('of a long body 16 KiB are held, in memory of their own', () => {
  const body = bodyOf(300 * KIB)
  const asked = new AskedText(body)
  asked.shorten()
  const held = new Set(asked.sample().parts.map(({ buffer }) => buffer))
  expect(held).not.toContain(body.buffer)
  expect([...held].reduce((sum, { byteLength }) => sum + byteLength, 0)).toBeLessThanOrEqual(17 * KIB)
})
