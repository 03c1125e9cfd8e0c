import { asRecord, textOr } from '../../../core/json.ts'
import { documentIn } from '../../body-json.ts'
import { fieldsIn } from '../../gemini-generate/proto-json.ts'
import { type ImagePart } from '../conversation.ts'
import { invalid, untranslatable } from '../shape.ts'
import { askedOfGemini } from './gemini-asked.ts'
import { generated, generatedType, notMade } from './gemini-made.ts'
import type { Pair } from './pair.ts'

const KNOWN = ['imageConfig', 'image_config', 'candidateCount', 'candidate_count']

/** Shapes of Gemini's pictures and the sizes of OpenAI's that have them, about. */
const SIZES: Readonly<Record<string, string>> = {
  '1:1': '1024x1024',
  '3:2': '1536x1024',
  '4:3': '1536x1024',
  '5:4': '1536x1024',
  '16:9': '1536x1024',
  '21:9': '1536x1024',
  '2:3': '1024x1536',
  '3:4': '1024x1536',
  '4:5': '1024x1536',
  '9:16': '1024x1536',
}

/** Pictures for a caller of generateContent by a model of OpenAI's images; one that shows pictures has them edited. */
export const geminiByImages: Pair = (asking) => {
  const asked = askedOfGemini(asking, KNOWN)
  if (asked.prompt === '') throw invalid('a picture needs a text that says what it is of')
  const config = fieldsIn(asked.config, 'generationConfig.')
  const ratio = fieldsIn(config.record('imageConfig') ?? {}, 'generationConfig.imageConfig.').text('aspectRatio')
  const count = config.number('candidateCount')
  const fields = {
    model: asking.upstreamName,
    prompt: [asked.system, asked.prompt].filter((text) => text !== '').join('\n\n'),
    ...(ratio !== null && SIZES[ratio] !== undefined && { size: SIZES[ratio] }),
    ...(count !== null && { n: count }),
    // Models of the older kind give an address unless they are told otherwise; the newer refuse to be told.
    ...(asking.upstreamName.startsWith('dall-e') && { response_format: 'b64_json' }),
  }
  const call = asked.pictures.length === 0 ? generation(fields) : edit(fields, asked.pictures, asking.about.id)
  return {
    ...call,
    dropped: asked.dropped,
    answerType: generatedType(asking),
    write(answer, usage) {
      const document = documentIn(answer)
      if (!Array.isArray(document.data)) return null
      const mimeType = `image/${textOr(document.output_format, 'png')}`
      const made = document.data.flatMap((one) => {
        const data = asRecord(one).b64_json
        return typeof data === 'string' ? [[{ inlineData: { mimeType, data } }]] : []
      })
      if (made.length === 0) throw notMade('picture', { text: '', why: '' })
      return generated(asking, made, usage)
    },
  }
}

type Fields = Readonly<Record<string, string | number>>

function generation(fields: Fields) {
  return { path: '/v1/images/generations', body: Buffer.from(JSON.stringify(fields)) }
}

/** The form of an edit; the id of the request, which no picture holds, is its boundary. */
function edit(fields: Fields, pictures: readonly ImagePart[], id: string) {
  const boundary = `yumen-${id}`
  const head = (name: string, more = '') =>
    `--${boundary}\r\ncontent-disposition: form-data; name="${name}"${more}\r\n\r\n`
  const texts = Object.entries(fields).map(([name, value]) => Buffer.from(`${head(name)}${value}\r\n`))
  const files = pictures.flatMap(({ source }, i) => {
    if (source.kind !== 'data') throw untranslatable('a picture that is not sent along')
    const more = `; filename="picture-${i}.${source.mime.slice('image/'.length)}"\r\ncontent-type: ${source.mime}`
    return [Buffer.from(head('image[]', more)), Buffer.from(source.base64, 'base64'), Buffer.from('\r\n')]
  })
  return {
    path: '/v1/images/edits',
    body: Buffer.concat([...texts, ...files, Buffer.from(`--${boundary}--\r\n`)]),
    contentType: `multipart/form-data; boundary=${boundary}`,
  }
}
