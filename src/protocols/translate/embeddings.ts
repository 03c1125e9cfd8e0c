import { GatewayError } from '../../core/errors.ts'
import { asRecord, type Json } from '../../core/json.ts'
import type { Usage } from '../../core/usage.ts'
import { embedOperationOf, pathTo, resourceOf } from '../gemini-generate/operation.ts'
import { field, fieldsIn, numberOf, recordsIn } from '../gemini-generate/proto-json.ts'
import { embeddingsUsage, geminiEmbedUsage } from '../pass-through/usage.ts'
import type { Written } from './codec.ts'
import { invalid } from './shape.ts'

/** Texts to be embedded, in no protocol's words. */
type EmbeddingsAsked = {
  texts: readonly string[]
  /** The length of the vectors; null leaves it to the model. */
  dimensions: number | null
  /** Vectors are wanted as base64 of 32-bit floats, not as numbers (OpenAI's libraries ask for it). */
  base64: boolean
  /** One text was asked for by itself, not as a list of one (Gemini's embedContent). */
  single: boolean
  /** The fields of the request that no other protocol could say. */
  dropped: readonly string[]
}

/** A vector for each text, in their order; null usage: none was told. */
type Embedded = { vectors: readonly (readonly number[])[]; usage: Usage | null }

/** A protocol's words for embeddings: pure functions, as of a Codec. */
export type EmbeddingsCodec = {
  /** Throws `body_invalid` for what is malformed and `not_translatable` for what is no text. */
  readRequest(body: Json, incoming: { path: string }): EmbeddingsAsked
  writeRequest(asked: EmbeddingsAsked, model: string): Written
  /** Null when an answer does not hold a vector for each text. */
  readAnswer(answer: Json, asked: EmbeddingsAsked): Embedded | null
  /** The document for the caller; `model` is what they called it. */
  writeAnswer(embedded: Embedded & { usage: Usage }, about: { asked: EmbeddingsAsked; model: string }): Json
}

const openai: EmbeddingsCodec = {
  readRequest(body) {
    const { number, text } = fieldsIn(body, '')
    const known = new Set(['model', 'input', 'dimensions', 'encoding_format'])
    return {
      texts: inputOf(body.input),
      dimensions: number('dimensions'),
      base64: text('encoding_format') === 'base64',
      single: false,
      dropped: Object.keys(body).filter((key) => !known.has(key) && body[key] !== null),
    }
  },
  // The plain encoding is the default, and all that some servers know.
  writeRequest: ({ texts, dimensions }, model) => ({
    path: '/v1/embeddings',
    query: '',
    body: { model, input: texts, ...(dimensions !== null && { dimensions }) },
    lost: [],
  }),
  readAnswer(answer, { texts }) {
    const list = Array.isArray(answer.data) ? answer.data.map(asRecord) : []
    const sorted = list.toSorted((one, other) => Number(one.index) - Number(other.index))
    return embedded(
      sorted.map(({ embedding }) => embedding),
      texts.length,
      embeddingsUsage(answer)?.usage,
    )
  },
  writeAnswer: ({ vectors, usage }, { asked, model }) => ({
    object: 'list',
    data: vectors.map((vector, index) => ({
      object: 'embedding',
      index,
      embedding: asked.base64 ? base64Of(vector) : vector,
    })),
    model,
    usage: { prompt_tokens: inputOfUsage(usage), total_tokens: inputOfUsage(usage) },
  }),
}

/** What one batchEmbedContents takes; OpenAI takes 2048. */
const MOST_GEMINI_TEXTS = 100

const gemini: EmbeddingsCodec = {
  readRequest(body, { path }) {
    const single = embedOperationOf(path)?.verb === 'embedContent'
    const requests = single ? [{ record: body, at: '' }] : recordsIn(fieldsIn(body, '').list('requests'), 'requests')
    if (requests.length === 0) throw invalid('`requests` must not be empty')
    const lengths = new Set(requests.map(({ record }) => dimensionsIn(record)))
    if (lengths.size > 1) throw new GatewayError('not_translatable', { what: 'vectors of several lengths at once' })
    return {
      texts: requests.map(({ record, at }) => contentText(record, at === '' ? '' : `${at}.`)),
      dimensions: [...lengths][0] ?? null,
      base64: false,
      single,
      dropped: ['taskType', 'title'].filter((name) => requests.some(({ record }) => settingIn(record, name) !== null)),
    }
  },
  writeRequest({ texts, dimensions }, model) {
    if (texts.length > MOST_GEMINI_TEXTS)
      throw new GatewayError('not_translatable', { what: `more than ${MOST_GEMINI_TEXTS} texts at once` })
    const requests = texts.map((text) => ({
      model: resourceOf(model),
      content: { parts: [{ text }] },
      ...(dimensions !== null && { outputDimensionality: dimensions }),
    }))
    // The version that tells the usage (wire.md §1.6).
    const path = pathTo({ version: 'v1', verb: 'batchEmbedContents' }, model)
    return { path, query: '', body: { requests }, lost: [] }
  },
  readAnswer(answer, { texts, dimensions }) {
    const list: unknown[] = Array.isArray(answer.embeddings) ? answer.embeddings : [answer.embedding]
    const vectors = list.map((one) => asRecord(one).values)
    const told = embedded(vectors, texts.length, geminiEmbedUsage(answer)?.usage)
    // Shortened vectors come as they were cut (ai.google.dev, embeddings); everybody else's are of length 1, which is what callers count on.
    return told && dimensions !== null ? { ...told, vectors: told.vectors.map(ofLengthOne) } : told
  },
  writeAnswer({ vectors, usage }, { asked }) {
    const embeddings = vectors.map((values) => ({ values }))
    const tokenCount = inputOfUsage(usage)
    return {
      ...(asked.single ? { embedding: embeddings[0] } : { embeddings }),
      usageMetadata: { promptTokenCount: tokenCount, promptTokenDetails: [{ modality: 'TEXT', tokenCount }] },
    }
  },
}

/** The protocols of embeddings that are translated to each other. */
export const EMBEDDINGS = { 'openai-embeddings': openai, 'gemini-embed': gemini } as const satisfies Record<
  string,
  EmbeddingsCodec
>

function inputOf(input: unknown): string[] {
  const list: unknown[] = Array.isArray(input) ? input : [input]
  if (list.length > 0 && list.every((one) => typeof one === 'string')) return list
  // Each vendor has tokens of its own.
  const tokens = list.flat().every((one) => numberOf(one) !== undefined) && list.length > 0
  if (tokens) throw new GatewayError('not_translatable', { what: 'input in tokens' })
  throw invalid('`input` must be a text or a list of texts')
}

/** The parts of one content make one text. */
function contentText(request: Json, where: string): string {
  const content = fieldsIn(request, where).record('content')
  if (!content) throw invalid(`\`${where}content\` is missing`)
  const parts = recordsIn(fieldsIn(content, `${where}content.`).list('parts'), `${where}content.parts`)
  const texts = parts.map(({ record, at }) => {
    const text = fieldsIn(record, `${at}.`).text('text')
    if (text === null) throw new GatewayError('not_translatable', { what: `\`${at}\`` })
    return text
  })
  return texts.join('')
}

function dimensionsIn(request: Json): number | null {
  return numberOf(settingIn(request, 'outputDimensionality') ?? undefined) ?? null
}

/** Settings stand beside the content or in a group of their own. */
function settingIn(request: Json, name: string): unknown {
  return field(request, name) ?? field(asRecord(field(request, 'embedContentConfig')), name)
}

function embedded(list: readonly unknown[], count: number, usage: Usage | undefined): Embedded | null {
  const vectors = list.map(vectorOf).filter((vector) => vector !== null)
  return list.length === count && vectors.length === count ? { vectors, usage: usage ?? null } : null
}

function vectorOf(embedding: unknown): number[] | null {
  if (typeof embedding === 'string') return floatsIn(embedding)
  if (!Array.isArray(embedding) || embedding.length === 0) return null
  const numbers = embedding.map((one) => (typeof one === 'number' ? one : (numberOf(one) ?? Number.NaN)))
  return numbers.some(Number.isNaN) ? null : numbers
}

function ofLengthOne(vector: readonly number[]): number[] {
  const length = Math.sqrt(vector.reduce((sum, number) => sum + number * number, 0)) || 1
  return vector.map((number) => number / length)
}

const FLOAT_BYTES = 4

function floatsIn(base64: string): number[] | null {
  const bytes = Buffer.from(base64, 'base64')
  if (bytes.length === 0 || bytes.length % FLOAT_BYTES !== 0) return null
  return Array.from({ length: bytes.length / FLOAT_BYTES }, (_, index) => bytes.readFloatLE(index * FLOAT_BYTES))
}

function base64Of(vector: readonly number[]): string {
  const bytes = Buffer.alloc(vector.length * FLOAT_BYTES)
  for (const [index, number] of vector.entries()) bytes.writeFloatLE(number, index * FLOAT_BYTES)
  return bytes.toString('base64')
}

/** Everything that was read counts as the prompt. */
function inputOfUsage({ input, audioIn, imageIn }: Usage): number {
  return input + audioIn + imageIn
}
