import { invalid, untranslatable } from '../shape.ts'
import { generateCall, madeIn, notMade } from './gemini-made.ts'
import { eventsOf, openaiFields, type OpenaiFields } from './openai-fields.ts'
import type { Pair } from './pair.ts'
import { mimeOf } from './sound.ts'
import { transcriptUsageOf } from './usage-of.ts'

const UNSAID = [
  'chunking_strategy',
  'include',
  'include[]',
  'known_speaker_names[]',
  'known_speaker_references[]',
  'timestamp_granularities',
  'timestamp_granularities[]',
]

/** OpenAI's transcripts and translations by a model of Gemini that hears. */
export const transcriptsByGemini: Pair = ({ incoming, stream, upstreamName }) => {
  const fields = openaiFields(incoming)
  const format = fields.text('response_format') ?? 'json'
  if (format !== 'json' && format !== 'text')
    throw untranslatable(`a transcript as \`${format}\` (ask for \`json\` or \`text\`)`)
  const [file] = fields.files('file')
  if (!file) throw invalid('`file` is missing')
  const mimeType = mimeOf(file)
  if (!mimeType?.startsWith('audio/')) throw untranslatable('a sound of this kind')
  const temperature = fields.text('temperature')
  const sound = { inlineData: { mimeType, data: Buffer.from(file).toString('base64') } }
  return {
    ...generateCall(upstreamName, {
      contents: [{ role: 'user', parts: [{ text: orderOf(fields, incoming.path) }, sound] }],
      ...(temperature !== null && { generationConfig: { temperature: Number(temperature) || 0 } }),
    }),
    dropped: UNSAID.filter(fields.has),
    answerType: stream ? 'text/event-stream' : format === 'text' ? 'text/plain; charset=utf-8' : 'application/json',
    write(answer, usage) {
      const made = madeIn(answer)
      if (!made) return null
      const text = made.text.trim()
      if (text === '') throw notMade('transcript', made)
      const told = { text, usage: transcriptUsageOf(usage) }
      if (stream)
        return eventsOf([
          { type: 'transcript.text.delta', delta: text },
          { type: 'transcript.text.done', ...told },
        ])
      return Buffer.from(format === 'text' ? `${text}\n` : JSON.stringify(told))
    },
  }
}

/** What the model is told to do with the sound. */
function orderOf({ text }: OpenaiFields, path: string): string {
  const language = text('language')
  const hint = text('prompt')
  const order = path.endsWith('/translations')
    ? 'Translate the speech of this recording into English.'
    : `Transcribe the speech of this recording word for word, in the language it is spoken in${language ? ` (${language})` : ''}.`
  const context = hint === null ? '' : ` Words and style that may help: ${hint}`
  return `${order} Answer with the text alone, without any remark.${context}`
}
