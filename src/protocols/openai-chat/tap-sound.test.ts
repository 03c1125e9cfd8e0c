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

test.each([100, 65_536, 2_000_000])(
  'sound in a whole answer is measured however long it is, and its words wherever they stand (%i bytes)',
  (size) => {
    const tap = tapOf(false)
    const data = wavOf(Buffer.alloc(60 * 32_000), 16_000).toString('base64')
    const said = { content: null, audio: { id: 'a', data, transcript: 'Spring never comes', expires_at: 7 } }
    const thought = { reasoning_details: [{ type: 'reasoning.encrypted', data: samples(9) }] }
    const choices = [said, { ...thought, content: 'one two three' }].map((message) => ({ message }))
    const bytes = Buffer.from(JSON.stringify({ choices, logprobs: null }))
    for (let at = 0; at < bytes.length; at += size) tap.push(bytes.subarray(at, at + size))
    tap.flush()
    expect(tap.seen).toMatchObject({ terminal: true, usage: null, soundTokens: 1200, pieces: 0 })
    expect(tap.seen.text?.rough).toBe(6)
  },
)

test('of a whole answer that broke off the sound counts that came', () => {
  const tap = tapOf(false)
  const message = { audio: { id: 'a', transcript: 'Spring', data: samples(30) } }
  const bytes = Buffer.from(JSON.stringify({ choices: [{ message }] }))
  tap.push(bytes.subarray(0, bytes.length / 2))
  tap.brokeOff?.()
  expect(tap.seen).toMatchObject({ usage: null, soundTokens: 300 })
})

test('an answer without sound says nothing of any', () => {
  const tap = tapOf(true)
  tap.push(Buffer.from(chunk({ content: '"audio":{"data":"AAAA"}' }) + chunk({ audio: null }) + chunk({}, 'stop')))
  expect(tap.seen).not.toHaveProperty('soundTokens')
})
