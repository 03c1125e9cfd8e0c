import { asRecord, type Json } from '../../core/json.ts'
import { NO_USAGE, tokenCount, type Usage } from '../../core/usage.ts'
import { tokensOf } from '../gemini-generate/usage.ts'
import { picturesIn } from './pictures.ts'
import { believed, MINUTE_SECONDS } from './sound-length.ts'

/** What is known of an answer beside it: how long at most was heard (absent: a day), and how many pictures went by (absent: none). */
type Beside = { mostSeconds?: number; pictures?: number }

/**
 * The usage an answer, or an event of one, tells and the vendor's own words for it; null when it tells none (wire.md §1.3, §1.7).
 * `clamped` where more was told than can be.
 */
export type UsageReader = (answer: Json, beside?: Beside) => Told | null
/** `pictures`: so many came, where it is not told; by what nobody has told alone no usage is believed. */
type Told = { usage: Usage; raw: object; clamped?: true; pictures?: number }

/** A usage as it was told, with the pictures that came, each of which counts as a request. */
export function withPictures({ usage, pictures = 0 }: Pick<Told, 'usage' | 'pictures'>): Usage {
  return { ...usage, requests: Math.max(usage.requests, Math.min(MOST_PICTURES, pictures)) }
}

const DAY_SECONDS = 86_400

/** Embeddings: the input only; some vendors tell nothing but the total. */
export const embeddingsUsage: UsageReader = ({ usage }) => {
  const raw = asRecord(usage)
  const input = raw.prompt_tokens ?? raw.input_tokens ?? raw.total_tokens
  return input === undefined ? null : { usage: { ...NO_USAGE, input: tokenCount(input), requests: 1 }, raw }
}

/** Gemini's embeddings: sound and pictures have prices of their own; the details are spelt like those of answers or not quite. */
export const geminiEmbedUsage: UsageReader = ({ usageMetadata }) => {
  const raw = asRecord(usageMetadata)
  if (raw.promptTokenCount === undefined) return null
  const details = raw.promptTokensDetails ?? raw.promptTokenDetails
  const all = tokenCount(raw.promptTokenCount)
  const audioIn = Math.min(all, tokensOf(details, 'AUDIO'))
  const imageIn = Math.min(all - audioIn, tokensOf(details, 'IMAGE'))
  return { usage: { ...NO_USAGE, input: all - audioIn - imageIn, audioIn, imageIn, requests: 1 }, raw }
}

/** A search is of a hundred documents, and no request holds this many. */
const MOST_SEARCHES = 1000

/** Rerank: Cohere bills searches, Jina and SiliconFlow tokens; a vendor that tells both is priced by what the model's price names. */
export const rerankUsage: UsageReader = ({ usage, meta }) => {
  const billed = asRecord(asRecord(meta).billed_units)
  const told = asRecord(usage)
  const input = told.total_tokens ?? told.prompt_tokens ?? billed.input_tokens
  const searches = billed.search_units
  if (input === undefined && searches === undefined) return null
  return {
    usage: {
      ...NO_USAGE,
      input: tokenCount(input),
      searches: Math.min(MOST_SEARCHES, tokenCount(searches)),
      requests: 1,
    },
    raw: { ...(usage !== undefined && { usage }), ...(meta !== undefined && { meta }) },
    ...(tokenCount(searches) > MOST_SEARCHES && { clamped: true }),
  }
}

/** Several times what any vendor makes at once. */
const MOST_PICTURES = 100

/**
 * Images: text and image tokens apart; without details what comes out is image. Who sells by the picture tells their number (Ark).
 * What another model wrote of a drawing (`svg_usage`) is text beside it, charged at the price of the model asked for.
 */
export const imagesUsage: UsageReader = ({ usage, svg_usage: written, data }, { pictures = 0 } = {}) => {
  const raw = asRecord(usage)
  const svg = asRecord(written)
  if (raw.input_tokens === undefined && raw.output_tokens === undefined) return null
  const read = asRecord(raw.input_tokens_details)
  const made = asRecord(raw.output_tokens_details)
  const came = picturesIn({ data }) ?? pictures
  const all = tokenCount(raw.input_tokens)
  const imageIn = Math.min(all, tokenCount(read.image_tokens))
  const cacheRead = Math.min(all - imageIn, tokenCount(read.cached_tokens))
  const out = tokenCount(raw.output_tokens)
  const imageOut = made.image_tokens === undefined ? out : Math.min(out, tokenCount(made.image_tokens))
  return {
    usage: {
      ...NO_USAGE,
      input: all - imageIn - cacheRead + tokenCount(svg.input_tokens),
      cacheRead,
      imageIn,
      output: out - imageOut + tokenCount(svg.output_tokens),
      imageOut,
      requests: Math.min(MOST_PICTURES, Math.max(1, tokenCount(raw.generated_images))),
    },
    raw: Object.keys(svg).length === 0 ? raw : { ...raw, svg_usage: svg },
    ...(came > 0 && raw.generated_images === undefined && { pictures: came }),
    ...(tokenCount(raw.generated_images) > MOST_PICTURES && { clamped: true }),
  }
}

/** Speech told by its stream: text in, sound out. */
export const speechUsage: UsageReader = ({ usage }) => {
  const raw = asRecord(usage)
  if (raw.input_tokens === undefined && raw.output_tokens === undefined) return null
  const [input, audioOut] = [tokenCount(raw.input_tokens), tokenCount(raw.output_tokens)]
  return { usage: { ...NO_USAGE, input, audioOut, requests: 1 }, raw }
}

/** No model makes half as many of what it hears, nor does anybody speak that fast. */
const MOST_TOKENS_A_SECOND = 100

/** Transcripts: tokens where the model counts them, else begun seconds of sound, which `audioIn` then counts. */
export const transcriptUsage: UsageReader = ({ usage, duration }, { mostSeconds = DAY_SECONDS } = {}) => {
  const raw = asRecord(usage)
  if (raw.input_tokens !== undefined || raw.output_tokens !== undefined) {
    const most = Math.ceil(Math.max(mostSeconds, MINUTE_SECONDS) * MOST_TOKENS_A_SECOND)
    const told = [raw.input_tokens, raw.output_tokens].map(tokenCount)
    const [all = 0, output = 0] = told.map((count) => Math.min(most, count))
    const audioIn = Math.min(all, tokenCount(asRecord(raw.input_token_details).audio_tokens))
    const usage = { ...NO_USAGE, input: all - audioIn, audioIn, output, requests: 1 }
    return { usage, raw, ...(told.some((count) => count > most) && { clamped: true }) }
  }
  // Mistral counts tokens beside them, by which none of its transcripts is sold.
  const told = believed(raw.seconds ?? raw.prompt_audio_seconds ?? duration, mostSeconds)
  if (!told) return null
  return {
    usage: { ...NO_USAGE, audioIn: Math.ceil(told.seconds), requests: 1 },
    raw: usage === undefined ? { duration } : raw,
    ...(told.clamped && { clamped: true }),
  }
}
