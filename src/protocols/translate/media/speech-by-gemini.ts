import { untranslatable } from '../shape.ts'
import { generateCall, madeIn, notMade } from './gemini-made.ts'
import { eventsOf, needed, openaiFields } from './openai-fields.ts'
import type { Pair } from './pair.ts'
import { pcmRate, wavOf } from './sound.ts'
import { speechUsageOf } from './usage-of.ts'
import { DEFAULT_VOICES, OPENAI_VOICES } from './voices.ts'

/** OpenAI's speech by a model of Gemini that speaks; it gives samples, and nothing here makes MP3 of them. */
export const speechByGemini: Pair = ({ incoming, stream, upstreamName }) => {
  const fields = openaiFields(incoming)
  const format = fields.text('response_format') ?? 'wav'
  if (format !== 'wav' && format !== 'pcm') throw untranslatable(`sound as \`${format}\` (ask for \`wav\` or \`pcm\`)`)
  const voice = fields.text('voice')
  const known = voice !== null && !OPENAI_VOICES.has(voice.toLowerCase())
  const text = [fields.text('instructions'), needed(fields, 'input')].filter((part) => part !== null).join(': ')
  return {
    ...generateCall(upstreamName, {
      contents: [{ role: 'user', parts: [{ text }] }],
      generationConfig: {
        responseModalities: ['AUDIO'],
        speechConfig: {
          voiceConfig: { prebuiltVoiceConfig: { voiceName: known ? voice : DEFAULT_VOICES.gemini } },
        },
      },
    }),
    dropped: [
      ...(known ? [] : ['voice']),
      ...(fields.has('speed') ? ['speed'] : []),
      ...(fields.has('response_format') ? [] : ['response_format']),
    ],
    answerType: stream ? 'text/event-stream' : `audio/${format}`,
    write(answer, usage) {
      const made = madeIn(answer)
      if (!made) return null
      const [sound] = made.blobs
      if (!sound) throw notMade('sound', made)
      const samples = Buffer.concat(made.blobs.map(({ base64 }) => Buffer.from(base64, 'base64')))
      const rate = pcmRate(sound.mime)
      if (rate === null) return null
      const bytes = format === 'wav' ? wavOf(samples, rate) : samples
      if (!stream) return bytes
      return eventsOf([
        { type: 'speech.audio.delta', audio: bytes.toString('base64') },
        { type: 'speech.audio.done', usage: speechUsageOf(usage) },
      ])
    },
  }
}
