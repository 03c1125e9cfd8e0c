import { expect, test } from 'vitest'
import { NO_USAGE } from '../../core/usage.ts'
import { type Come, NOTHING_SAID, noteDelta, sessionFacts, usageOfCome, usageOfHeard } from './delivered.ts'

const facts = (transcriber: string | null, heardBytesPerSecond: number, saidBytesPerSecond: number) => ({
  transcriber,
  heardBytesPerSecond,
  saidBytesPerSecond,
  mostTokens: null,
})

test.each([
  [{ audio: { input: { transcription: { model: 'whisper-1' } } } }, facts('whisper-1', 48_000, 48_000)],
  [{ audio: { input: { format: { type: 'audio/pcma' } } } }, facts(null, 8000, 48_000)],
  [
    { input_audio_transcription: { model: 'asr' }, output_audio_format: 'g711_ulaw', input_audio_format: 'pcm16' },
    facts('asr', 48_000, 8000),
  ],
  [{ input_audio_format: 'g711_alaw' }, facts(null, 8000, 48_000)],
  [{ audio: { output: { format: { type: 'audio/pcmu' } } } }, facts(null, 48_000, 8000)],
  [{ audio: { output: { format: { type: 'audio/pcm', rate: 24_000 } } } }, NOTHING_SAID],
  [{ max_output_tokens: 300 }, { ...NOTHING_SAID, mostTokens: 300 }],
  [{ max_response_output_tokens: 300 }, { ...NOTHING_SAID, mostTokens: 300 }],
  [{ max_output_tokens: 'inf' }, NOTHING_SAID],
  [null, NOTHING_SAID],
])('a session %j says who transcribes and how sound is written', (session, told) => {
  expect(sessionFacts(session)).toEqual(told)
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

test('ten seconds that were heard are a hundred tokens and their words, or ten seconds where their model is sold by time', () => {
  const come: Come = { pieces: 0, soundBytes: 480_000 }
  expect(usageOfHeard(come, NOTHING_SAID, false)).toBe(NO_USAGE)
  noteDelta(
    {
      type: 'conversation.item.input_audio_transcription.delta',
      delta: 'nine words in all that somebody said just now there',
    },
    come,
  )
  const usage = usageOfHeard(come, NOTHING_SAID, false)
  expect(usage).toMatchObject({ audioIn: 100, input: 0, requests: 1 })
  expect(usage.output).toBeGreaterThan(6)
  expect(usageOfHeard(come, NOTHING_SAID, true)).toMatchObject({ audioIn: 10, output: 0, requests: 1 })
})
