import { expect, test } from 'vitest'
import { generateTap } from './tap.ts'

const SECOND = Buffer.alloc(48_000).toString('base64')

test('sound in a stream is measured, and pictures are none', () => {
  const tap = generateTap('events', 1)
  const part = { inlineData: { mimeType: 'audio/L16;codec=pcm;rate=24000', data: SECOND } }
  const picture = { inlineData: { mimeType: 'image/png', data: SECOND } }
  for (const parts of [[part], [part, picture]])
    tap.push(Buffer.from(`data: ${JSON.stringify({ candidates: [{ content: { parts } }] })}\n\n`))
  expect(tap.seen.soundTokens).toBe(40)
})
