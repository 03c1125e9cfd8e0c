import { expect, test } from 'vitest'
import { NO_USAGE } from '../../core/usage.ts'
import { type Come, NOTHING_SAID, noteDelta, sessionFacts, usageOfCome } from './delivered.ts'

test.each([
  [
    { audio: { input: { transcription: { model: 'whisper-1' } } } },
    { transcriber: 'whisper-1', soundBytesPerToken: 2400 },
  ],
  [
    { input_audio_transcription: { model: 'asr' }, output_audio_format: 'g711_ulaw' },
    { transcriber: 'asr', soundBytesPerToken: 400 },
  ],
  [{ audio: { output: { format: { type: 'audio/pcmu' } } } }, { transcriber: null, soundBytesPerToken: 400 }],
  [{ audio: { output: { format: { type: 'audio/pcm', rate: 24_000 } } } }, NOTHING_SAID],
  [null, NOTHING_SAID],
])('a session %j says who transcribes and how sound is written', (session, facts) => {
  expect(sessionFacts(session)).toEqual(facts)
})

test('ten seconds of speech and its words are two hundred tokens of sound and those of the words', () => {
  const come: Come = { pieces: 0, soundBytes: 0 }
  const delta = Buffer.alloc(4800).toString('base64')
  for (let i = 0; i < 100; i += 1) noteDelta({ type: 'response.output_audio.delta', delta }, come)
  noteDelta(
    { type: 'response.output_audio_transcript.delta', delta: 'nine words that were said in those ten seconds' },
    come,
  )
  const former = { ...NO_USAGE, input: 10, cacheRead: 20, audioIn: 30, output: 4, audioOut: 5 }
  const usage = usageOfCome(come, former, NOTHING_SAID)
  expect(usage).toMatchObject({ input: 14, cacheRead: 20, audioIn: 35, audioOut: 200, requests: 1 })
  expect(usage.output).toBeGreaterThan(6)
  expect(usage.output).toBeLessThan(14)
})

test('an answer of which nothing came is nothing', () => {
  expect(usageOfCome({ pieces: 0, soundBytes: 0 }, { ...NO_USAGE, input: 9 }, NOTHING_SAID)).toBe(NO_USAGE)
})
