import type { Usage } from '../../../core/usage.ts'
import { untranslatable } from '../shape.ts'
import { generateCall, madeIn, notMade } from './gemini-made.ts'
import { eventsOf, needed, type OpenaiFields, openaiFields } from './openai-fields.ts'
import type { Asking, Pair } from './pair.ts'
import { mimeOf } from './sound.ts'
import { imagesUsageOf } from './usage-of.ts'

const EDITS = '/v1/images/edits'
const UNSAID = [
  'background',
  'input_fidelity',
  'moderation',
  'output_compression',
  'output_format',
  'partial_images',
  'quality',
  'response_format',
  'style',
  'user',
]

/** OpenAI's images, generated or edited, by a model of Gemini that draws (wire.md §1.3, §1.6). */
export const imagesByGemini: Pair = (asking) => {
  const { incoming, stream, upstreamName } = asking
  if (incoming.path !== EDITS && incoming.path !== '/v1/images/generations')
    throw untranslatable(`\`${incoming.path}\``)
  const fields = openaiFields(incoming)
  if (Number(fields.text('n') ?? 1) > 1) throw untranslatable('several pictures at once (`n`)')
  if (fields.has('mask')) throw untranslatable('a mask')
  const { imageConfig, sized } = sizeOf(fields)
  const parts = [{ text: needed(fields, 'prompt') }, ...picturesOf(fields, incoming.path)]
  return {
    ...generateCall(upstreamName, {
      contents: [{ role: 'user', parts }],
      generationConfig: { responseModalities: ['TEXT', 'IMAGE'], ...(imageConfig && { imageConfig }) },
    }),
    dropped: [...UNSAID.filter(fields.has), ...(sized ? [] : ['size'])],
    answerType: stream ? 'text/event-stream' : 'application/json',
    write(answer, usage) {
      const made = madeIn(answer)
      if (!made) return null
      const pictures = made.blobs.filter(({ mime }) => mime.startsWith('image/'))
      if (pictures.length === 0) throw notMade('picture', made)
      return told(asking, pictures, usage)
    },
  }
}

function told({ incoming, stream, about }: Asking, pictures: { mime: string; base64: string }[], usage: Usage): Buffer {
  const [first] = pictures
  const format = first?.mime.slice('image/'.length) ?? 'png'
  const facts = { output_format: format, usage: imagesUsageOf(usage) }
  if (!stream) {
    const data = pictures.map(({ base64 }) => ({ b64_json: base64 }))
    return Buffer.from(JSON.stringify({ created: about.created, data, ...facts }))
  }
  const type = incoming.path === EDITS ? 'image_edit.completed' : 'image_generation.completed'
  return eventsOf([{ type, created_at: about.created, b64_json: first?.base64, ...facts }])
}

function picturesOf(fields: OpenaiFields, path: string): object[] {
  const files = fields.files('image', 'image[]')
  if (path === EDITS && files.length === 0) throw untranslatable('pictures that are not sent along in a form')
  return files.map((file) => {
    const mimeType = mimeOf(file)
    if (!mimeType?.startsWith('image/')) throw untranslatable('a picture of this kind')
    return { inlineData: { mimeType, data: Buffer.from(file).toString('base64') } }
  })
}

const RATIOS = ['1:1', '2:3', '3:2', '3:4', '4:3', '4:5', '5:4', '9:16', '16:9', '21:9']
/** Pixels above which a picture is of the next size; below the first it is `1K`. */
const SIZES = [
  [9_000_000, '4K'],
  [2_500_000, '2K'],
] as const

/** The shape of the picture; `sized` is false when Gemini has none that is asked for. */
function sizeOf({ text }: OpenaiFields): { imageConfig?: object; sized: boolean } {
  const size = text('size')
  if (size === null || size === 'auto') return { sized: true }
  const [, width = 0, height = 0] = (/^(\d+)x(\d+)$/.exec(size) ?? []).map(Number)
  const aspectRatio = RATIOS.find((ratio) => {
    const [across = 1, down = 1] = ratio.split(':').map(Number)
    // 1792 × 1024 is sold as 16:9, which it is but for a little.
    return Math.abs(width / height - across / down) < 0.03 * (across / down)
  })
  if (aspectRatio === undefined) return { sized: false }
  const imageSize = SIZES.find(([pixels]) => width * height > pixels)?.[1]
  return { imageConfig: { aspectRatio, ...(imageSize && { imageSize }) }, sized: true }
}
