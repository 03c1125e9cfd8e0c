import { expect, test } from 'vitest'
import { wavOf } from '../translate/media/sound.ts'
import { chatTap } from './tap.ts'

const tapOf = (stream: boolean) => chatTap({ stream, hideUsage: false, answers: 1, spoken: true })
const chunk = (delta: object, finish: string | null = null) =>
  `data: ${JSON.stringify({ model: 'm', choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`
/** So many seconds of 24 kHz and 16 bits. */
const samples = (seconds: number) => Buffer.alloc(seconds * 48_000).toString('base64')

const SPOKEN = [
  chunk({ role: 'assistant', audio: { id: 'a', transcript: 'Spring' } }),
  chunk({ audio: { id: 'a', data: samples(1) } }),
  chunk({ audio: { id: 'a', transcript: ' never comes', data: samples(0.5) } }),
  chunk({}, 'stop'),
].join('')

test.each([1, 100, 70_000, 1_000_000])(
  'sound that is said in a stream is measured, and its words too (%i bytes)',
  (size) => {
    const tap = tapOf(true)
    const bytes = Buffer.from(SPOKEN)
    for (let at = 0; at < bytes.length; at += size) tap.push(bytes.subarray(at, at + size))
    expect(tap.seen).toMatchObject({ terminal: true, usage: null, soundTokens: 30 })
    expect(tap.seen.text?.rough).toBe(3)
  },
)

test('sound in a whole answer is measured by its header', () => {
  const tap = tapOf(false)
  const data = wavOf(Buffer.alloc(32_000), 16_000).toString('base64')
  const message = { content: null, audio: { id: 'a', transcript: 'Spring', data } }
  tap.push(Buffer.from(JSON.stringify({ choices: [{ message, finish_reason: 'stop' }] })))
  tap.flush()
  expect(tap.seen.soundTokens).toBe(20)
})

test('an answer without sound says nothing of any', () => {
  const tap = tapOf(true)
  tap.push(Buffer.from(chunk({ content: '"audio":{"data":"AAAA"}' }) + chunk({ audio: null }) + chunk({}, 'stop')))
  expect(tap.seen).not.toHaveProperty('soundTokens')
})
