import type { Json } from '../../../core/json.ts'
import { fieldsIn } from '../../gemini-generate/proto-json.ts'
import { invalid, untranslatable } from '../shape.ts'
import { askedOfGemini } from './gemini-asked.ts'
import { generated, generatedType } from './gemini-made.ts'
import type { Pair } from './pair.ts'
import { PCM_MIME } from './sound.ts'
import { DEFAULT_VOICES, OPENAI_VOICES } from './voices.ts'

const KNOWN = ['speechConfig', 'speech_config']

/** Sound for a caller of generateContent by a model of OpenAI's speech. */
export const geminiBySpeech: Pair = (asking) => {
  const asked = askedOfGemini(asking, KNOWN)
  if (asked.prompt === '') throw invalid('speech needs a text to say')
  if (asked.pictures.length > 0) throw untranslatable('a picture')
  const { name, several } = voiceOf(asked.config)
  if (several) throw untranslatable('several voices')
  const known = name !== null && OPENAI_VOICES.has(name.toLowerCase())
  const body = {
    model: asking.upstreamName,
    input: asked.prompt,
    voice: known ? name.toLowerCase() : DEFAULT_VOICES.openai,
    response_format: 'pcm',
    ...(asked.system !== '' && { instructions: asked.system }),
  }
  return {
    path: '/v1/audio/speech',
    body: Buffer.from(JSON.stringify(body)),
    dropped: [...asked.dropped, ...(known || name === null ? [] : ['generationConfig.speechConfig'])],
    answerType: generatedType(asking),
    write: (answer, usage) =>
      answer.length === 0
        ? null
        : generated(asking, [[{ inlineData: { mimeType: PCM_MIME, data: answer.toString('base64') } }]], usage),
  }
}

const AT = 'generationConfig.speechConfig.'

function voiceOf(config: Json): { name: string | null; several: boolean } {
  const speech = fieldsIn(fieldsIn(config, 'generationConfig.').record('speechConfig') ?? {}, AT)
  const voice = fieldsIn(speech.record('voiceConfig') ?? {}, `${AT}voiceConfig.`).record('prebuiltVoiceConfig') ?? {}
  return {
    name: fieldsIn(voice, `${AT}voiceConfig.prebuiltVoiceConfig.`).text('voiceName'),
    several: speech.record('multiSpeakerVoiceConfig') !== null,
  }
}
