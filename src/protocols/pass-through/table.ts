import type { Json } from '../../core/json.ts'
import type { ProtocolId } from '../../core/protocol.ts'
import { NO_USAGE, type Usage } from '../../core/usage.ts'
import { foreignThoughts } from '../anthropic-messages/foreign-thoughts.ts'
import type { Edit } from '../elements.ts'
import { pictureTokens, USUAL_PICTURE } from '../picture-tokens.ts'
import type { RequestSpans } from '../request.ts'
import { type Asked, wordAt } from './asked.ts'
import { heardIn, heardOf, heardSoFar } from './heard.ts'
import { picturesIn } from './pictures.ts'
import { saidIn, saidSoFar } from './said.ts'
import type { SoundFile } from './sound-length.ts'
import type { Came } from './taps.ts'
import { embeddingsUsage, imagesUsage, rerankUsage, speechUsage, transcriptUsage, type UsageReader } from './usage.ts'

/** A protocol that is forwarded as it is: where it is served, and how its answers are metered. */
export type Descriptor = {
  id: ProtocolId
  /** Canonical paths; an OpenAI endpoint is asked at the same one without its version. */
  paths: readonly string[]
  /** The model that is meant when a request names none. */
  defaultModel?: string
  /** Whether a request may be a form with files. */
  form?: true
  /** What is cut out of a body for a model, by its upstream's name; absent: nothing. */
  cut?: (body: Uint8Array, upstreamName: string) => Edit[]
  /** The event types that end a stream, where answers can be streams. */
  stream?: {
    lastTypes: readonly string[]
    /** What else brings a whole picture. */
    pictureTypes?: readonly string[]
    asked: (fields: RequestSpans) => boolean
  }
  /** What an answer is that is no stream: one JSON document, one that may also be plain text, or bytes such as sound. */
  answer: 'json' | 'json-or-text' | 'bytes'
  /** How usage is read, and figured when an answer tells none; null: nothing is charged. */
  meter: Figuring | null
}

/** How the usage of an answer is read, and what it is figured to be where it tells none. */
export type Figuring = {
  read: UsageReader
  /** The figure for an answer of which nothing is known. */
  estimate: (asked: Asked) => Usage
  /** What is held before it is asked for; absent: the estimate. */
  held?: (asked: Asked) => Usage
  /** What is held of it under a hard limit; absent: the same. */
  worst?: (asked: Asked) => Usage
  /** The figure for a whole answer by what it says, and by what came; absent: the estimate. */
  whole?: (asked: Asked, answer: Json, came: Came) => Usage
  /** The figure for an answer of sound of which this much has come, told or not; absent: the estimate. */
  said?: (asked: Asked) => (sound: SoundFile) => Usage
  /** The figure for an answer that ends after so many events before it has told anything; absent: the estimate. */
  unfinished?: (asked: Asked, events: number) => Usage
}

/** Every protocol that is forwarded as it is (wire.md §1.3, §1.5, §1.7). */
export const DESCRIPTORS: readonly Descriptor[] = [
  {
    id: 'openai-embeddings',
    paths: ['/v1/embeddings'],
    answer: 'json',
    meter: { read: embeddingsUsage, estimate: textIn },
  },
  {
    id: 'openai-moderations',
    paths: ['/v1/moderations'],
    defaultModel: 'omni-moderation-latest',
    answer: 'json',
    // OpenAI's are free and tell no usage; Mistral's tell it, and are sold by the token.
    meter: { read: embeddingsUsage, estimate: checked },
  },
  {
    id: 'openai-images',
    paths: ['/v1/images/generations', '/v1/images/edits', '/v1/images/variations'],
    form: true,
    stream: {
      lastTypes: ['image_generation.completed', 'image_edit.completed'],
      // Of Ark and MiniMax, whose last event only says what all of them used.
      pictureTypes: ['image_generation.partial_succeeded', 'image_edit.partial_succeeded'],
      asked: streamTrue,
    },
    answer: 'json',
    meter: {
      read: imagesUsage,
      estimate: imagesAsked,
      held: imagesBegun,
      worst: imagesAtWorst,
      whole: imagesMade,
      unfinished: imagesBegun,
    },
  },
  {
    id: 'openai-speech',
    paths: ['/v1/audio/speech'],
    stream: { lastTypes: ['speech.audio.done'], asked: (fields) => fields.lastValue('stream_format') === 'sse' },
    answer: 'bytes',
    meter: { read: speechUsage, estimate: saidIn, said: saidSoFar },
  },
  {
    id: 'openai-transcriptions',
    paths: ['/v1/audio/transcriptions', '/v1/audio/translations'],
    form: true,
    stream: { lastTypes: ['transcript.text.done'], asked: streamTrue },
    answer: 'json-or-text',
    meter: { read: transcriptUsage, estimate: heardIn, whole: heardOf, unfinished: heardSoFar },
  },
  {
    id: 'rerank',
    paths: ['/v1/rerank', '/v2/rerank'],
    answer: 'json',
    meter: { read: rerankUsage, estimate: searchesAsked },
  },
  {
    id: 'anthropic-count-tokens',
    paths: ['/v1/messages/count_tokens'],
    // As of the request that is to be counted.
    cut: foreignThoughts,
    answer: 'json',
    meter: null,
  },
]

/** A form says it in words. */
function streamTrue(fields: RequestSpans): boolean {
  return /^(true|1|on|yes)$/i.test(wordAt(fields, 'stream'))
}

/** Bytes of text a token stands for, roughly. */
const BYTES_PER_TOKEN = 4

/** The figure for what is read as a whole, when nothing is told. */
export function textIn({ bodyBytes }: Pick<Asked, 'bodyBytes'>): Usage {
  return { ...NO_USAGE, input: Math.ceil(bodyBytes / BYTES_PER_TOKEN), requests: 1 }
}

/** The figure for what is checked by a model that has a price of more than nothing. */
function checked(asked: Asked): Usage {
  return asked.rates && Object.values(asked.rates).some((rate) => rate > 0n) ? textIn(asked) : NO_USAGE
}

/** Cohere's search unit is a query with up to so many documents (wire.md §1.7). */
const DOCUMENTS_PER_SEARCH = 100

/** Rerank is sold by tokens or by search units; a price names one of them, so that the other costs nothing. */
function searchesAsked({ fields, bodyBytes }: Asked): Usage {
  const documents = fields.lastValue('documents')
  const searches = Array.isArray(documents) ? Math.ceil(documents.length / DOCUMENTS_PER_SEARCH) : 1
  return { ...textIn({ bodyBytes }), searches: Math.max(1, searches) }
}

/** Ten is the most a vendor makes at once; a request for more is refused there and never priced. */
const MOST_IMAGES = 10

/** So many pictures as were asked for, each of which counts as a request. */
function imagesAsked({ fields }: Asked): Usage {
  const asked = Math.trunc(Number(wordAt(fields, 'n')))
  return { ...NO_USAGE, requests: Math.min(MOST_IMAGES, Math.max(1, asked || 1)) }
}

/** Each picture that came, of an answer that lists them, brings them one by one, or is too large to be kept. */
function imagesMade(request: Asked, answer: Json, came: Came): Usage {
  const made = picturesIn(answer) ?? (came.pictures || null)
  const usage = made === null ? imagesAsked(request) : { ...NO_USAGE, requests: made }
  const { rates } = request
  // Models that tell no usage are sold by the picture; by the price of one that is not, its size counts.
  return rates?.imageOut && !rates.requests ? imagesOf(request, usage) : usage
}

/** A picture that was begun has been made: who leaves before the vendor tells its tokens pays what its size says. */
function imagesBegun(request: Asked): Usage {
  return imagesOf(request, imagesAsked(request))
}

/** What is left to the model may be of the highest quality, and of its largest size. */
function imagesAtWorst(request: Asked): Usage {
  return imagesOf(request, imagesAsked(request), { quality: 'high', size: '1536x1024' })
}

/** So many pictures with the tokens that the request says they have; where it leaves that to the model, those of a medium square. */
function imagesOf({ fields }: Asked, pictures: Usage, usual = USUAL_PICTURE): Usage {
  const prompt = fields.lastValue('prompt')
  const tokens = pictureTokens(wordAt(fields, 'quality'), wordAt(fields, 'size'), usual)
  return {
    ...pictures,
    input: typeof prompt === 'string' ? Math.ceil(Buffer.byteLength(prompt) / BYTES_PER_TOKEN) : 0,
    imageOut: Math.ceil(pictures.requests * framesOf(fields) * tokens),
  }
}

/** What a moving picture has of frames when it does not say, or says what none can have. */
const USUAL_FRAMES = 9

/** The frames of a picture that moves, which are drawn beside one another, each as large as was asked for; others are of one. */
function framesOf(fields: RequestSpans): number {
  if (wordAt(fields, 'output_format') !== 'gif') return 1
  const asked = Number(wordAt(fields, 'frame_count'))
  return Number.isInteger(asked) && asked >= 2 && asked <= 16 ? asked : USUAL_FRAMES
}
