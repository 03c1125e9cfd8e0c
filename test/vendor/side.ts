import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { asRecord, parseJson } from '../../src/core/json.ts'

/** One request as this vendor got it. */
type SideServed = { path: string; headers: IncomingHttpHeaders; body: Buffer; sent: Buffer }

/** An answer that is given as it is: whole, or in pieces; when there is no next piece but an error, the connection breaks. */
type SideAnswer = {
  status?: number
  type?: string
  body: string | Buffer | AsyncIterable<string | Buffer>
}

export type SideVendor = AsyncDisposable & {
  origin: string
  served: readonly SideServed[]
  /** The last request that was served. */
  last(): SideServed
  /** What the next request gets instead of the truth. */
  next(answer: SideAnswer): void
}

/** What one endpoint makes of a request; a string is why it refuses it. */
type Endpoint = (fields: Fields) => SideAnswer | string
type Fields = Record<string, unknown>

const ENDPOINTS: Readonly<Record<string, Endpoint>> = {
  '/v1/embeddings': (asked) => (asked.input === undefined ? 'input is required' : embeddings(asked)),
  '/v1/completions': (asked) => (asked.prompt === undefined ? 'prompt is required' : completion(asked)),
  '/v1/moderations': ({ input, model = 'omni-moderation-latest' }) =>
    input === undefined
      ? 'input is required'
      : json({ id: 'modr-1', model, results: [{ flagged: true, categories: { violence: true } }] }),
  '/v1/rerank': (asked) => rerank(asked, { usage: { total_tokens: 815 } }),
  '/v2/rerank': (asked) => rerank(asked, { meta: { billed_units: { search_units: 2 } } }),
  '/v1/images/generations': (asked) => (asked.prompt === undefined ? 'prompt is required' : images(asked)),
  '/v1/images/edits': (asked) => (imageOf(asked) ? images(asked) : 'image is required'),
  '/v1/images/variations': (asked) => (imageOf(asked) ? images(asked) : 'image is required'),
  '/v1/audio/speech': (asked) =>
    asked.input === undefined ? 'input is required' : { type: 'audio/mpeg', body: SOUND },
  '/v1/audio/transcriptions': (asked) => (asked.file === undefined ? 'file is required' : transcript(asked)),
  '/v1/audio/translations': (asked) => (asked.file === undefined ? 'file is required' : transcript(asked)),
  '/v1/messages/count_tokens': ({ messages }) =>
    Array.isArray(messages) ? json({ input_tokens: 2095 }) : 'messages: Field required',
  '/v1/models/m-upstream:batchEmbedContents': (asked) => googleEmbeddings(asked),
  '/v1beta/models/m-upstream:generateContent': (asked) => googleMedia(asked),
}

/** What it draws. */
export const PICTURE = Buffer.from('\u0089PNG\r\n\u001a\n a gate', 'latin1')

/** What it says when it is asked to speak. */
export const SOUND = Buffer.from(Array.from({ length: 4096 }, (_, at) => (at * 7) % 256))

/** Starts a vendor of everything beside chat on a loopback port; it reads forms with the runtime's own parser. */
export async function startSideVendor(secret: string): Promise<SideVendor> {
  const served: SideServed[] = []
  const queued: SideAnswer[] = []
  const server = createServer((request, response) => void serve(request, response, { secret, served, queued }))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    served,
    last() {
      const last = served.at(-1)
      if (!last) throw new Error('nothing was served')
      return last
    },
    next: (answer) => void queued.push(answer),
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

type Desk = { secret: string; served: SideServed[]; queued: SideAnswer[] }

async function serve(request: IncomingMessage, response: ServerResponse, desk: Desk): Promise<void> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  const { headers, url: path = '/' } = request
  const entry: SideServed = { path, headers, body: Buffer.concat(parts), sent: Buffer.alloc(0) }
  desk.served.push(entry)
  const { status = 200, type = 'application/json', body } = await answerTo(entry, desk)
  response.writeHead(status, { 'content-type': type })
  const pieces = typeof body === 'string' || Buffer.isBuffer(body) ? [body] : body
  try {
    for await (const piece of pieces) {
      entry.sent = Buffer.concat([entry.sent, Buffer.from(piece as string)])
      await new Promise((resolve) => response.write(piece, resolve))
    }
    response.end()
  } catch {
    // The script wants it so.
    response.destroy()
  }
}

async function answerTo({ path, headers, body }: SideServed, { secret, queued }: Desk): Promise<SideAnswer> {
  const refuse = (status: number, message: string) => ({
    ...json({ error: { message, type: 'invalid_request_error', param: null, code: null } }),
    status,
  })
  const endpoint = ENDPOINTS[path]
  if (!endpoint) return refuse(404, `Invalid URL (POST ${path})`)
  if (
    ![headers['x-api-key'], headers['x-goog-api-key'], headers.authorization?.slice('Bearer '.length)].includes(secret)
  )
    return refuse(401, 'No such key.')
  const answer = queued.shift() ?? endpoint(await fieldsOf(headers, body))
  return typeof answer === 'string' ? refuse(400, answer) : answer
}

/** The fields of a JSON body or of a form; a form's files are there as they are. */
async function fieldsOf(headers: IncomingHttpHeaders, body: Buffer): Promise<Fields> {
  const type = headers['content-type'] ?? ''
  if (!/^multipart\/form-data/i.test(type)) return asRecord(parseJson(body.toString()))
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData()
  return Object.fromEntries(form.entries())
}

function json(value: object): SideAnswer {
  return { body: JSON.stringify(value, null, 2) }
}

function events(list: readonly { type: string }[]): SideAnswer {
  const body = list.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join('')
  return { type: 'text/event-stream', body }
}

function embeddings({ model, encoding_format }: Fields): SideAnswer {
  const vector = new Float32Array([0.25, -1, 3.5])
  const embedding = encoding_format === 'base64' ? Buffer.from(vector.buffer).toString('base64') : [...vector]
  const data = [{ object: 'embedding', index: 0, embedding }]
  return json({ object: 'list', data, model, usage: { prompt_tokens: 8, total_tokens: 8 } })
}

/** Google refuses a model in the body that is not the one in the path. */
function googleEmbeddings({ requests }: Fields): SideAnswer | string {
  const list = Array.isArray(requests) ? requests.map(asRecord) : []
  if (list.length === 0 || list.some(({ model }) => model !== 'models/m-upstream')) return 'model does not match'
  const embeddings = list.map((_one, index) => ({ values: [0.25, -1, index] }))
  const promptTokenDetails = [{ modality: 'TEXT', tokenCount: 9 }]
  return json({ embeddings, usageMetadata: { promptTokenCount: 9, promptTokenDetails } })
}

/** What Google's models that draw, speak or hear answer: by what is asked of them. */
function googleMedia({ contents, generationConfig }: Fields): SideAnswer {
  const asked = JSON.stringify(contents)
  const modalities = JSON.stringify(asRecord(generationConfig).responseModalities ?? [])
  const made = (parts: object[], details: object) =>
    json({
      candidates: [{ content: { parts, role: 'model' }, finishReason: 'STOP', index: 0 }],
      usageMetadata: { promptTokenCount: 20, totalTokenCount: 1310, ...details },
      modelVersion: 'm-upstream-1',
      responseId: 'r-1',
    })
  if (asked.includes('forbidden')) return json({ promptFeedback: { blockReason: 'PROHIBITED_CONTENT' } })
  if (modalities.includes('IMAGE'))
    return made(
      [{ text: 'Here it is.' }, { inlineData: { mimeType: 'image/png', data: PICTURE.toString('base64') } }],
      {
        candidatesTokenCount: 1290,
        candidatesTokensDetails: [{ modality: 'IMAGE', tokenCount: 1290 }],
      },
    )
  if (modalities.includes('AUDIO'))
    return made([{ inlineData: { mimeType: 'audio/L16;codec=pcm;rate=24000', data: SOUND.toString('base64') } }], {
      candidatesTokenCount: 100,
      candidatesTokensDetails: [{ modality: 'AUDIO', tokenCount: 100 }],
    })
  return made([{ text: ' 春风不度玉门关 \n' }], {
    candidatesTokenCount: 9,
    promptTokensDetails: [
      { modality: 'TEXT', tokenCount: 4 },
      { modality: 'AUDIO', tokenCount: 16 },
    ],
  })
}

function completion({ model, stream, stream_options }: Fields): SideAnswer {
  const usage = { prompt_tokens: 5, completion_tokens: 7, total_tokens: 12 }
  const says = (text: string, finish_reason: string | null) => ({
    id: 'cmpl-1',
    object: 'text_completion',
    created: 1_790_000_000,
    model,
    choices: [{ text, index: 0, logprobs: null, finish_reason }],
  })
  if (stream !== true) return json({ ...says('This is 门', 'stop'), usage })
  const chunks: object[] = [says('This', null), says(' is 门', null), says('', 'stop')]
  if (asRecord(stream_options).include_usage === true) chunks.push({ ...says('', null), choices: [], usage })
  const body = [...chunks.map((chunk) => JSON.stringify(chunk)), '[DONE]'].map((data) => `data: ${data}\n\n`).join('')
  return { type: 'text/event-stream', body }
}

function rerank({ query, documents }: Fields, told: object): SideAnswer | string {
  if (typeof query !== 'string' || !Array.isArray(documents)) return 'query and documents are required'
  return json({ id: 'rr-1', results: documents.map((_one, index) => ({ index, relevance_score: 0.9 })), ...told })
}

const IMAGE_USAGE = {
  input_tokens: 50,
  input_tokens_details: { text_tokens: 10, image_tokens: 40 },
  output_tokens: 1056,
  total_tokens: 1106,
}

const imageOf = (asked: Fields) => asked.image ?? asked['image[]']

function images({ model, stream, n }: Fields): SideAnswer {
  const image = { b64_json: Buffer.from('a picture').toString('base64') }
  // Models of the older kind tell no usage.
  if (String(model).startsWith('old'))
    return json({ created: 1_790_000_000, data: Array.from({ length: Number(n ?? 1) }, () => image) })
  if (stream !== true) return json({ created: 1_790_000_000, data: [image], usage: IMAGE_USAGE })
  return events([
    { type: 'image_generation.partial_image', partial_image_index: 0, ...image } as { type: string },
    { type: 'image_generation.completed', ...image, usage: IMAGE_USAGE } as { type: string },
  ])
}

function transcript({ model, response_format, stream, file }: Fields): SideAnswer {
  const text = `${file instanceof File ? `${file.name} ${file.size}` : ''} 玉门`
  if (response_format === 'srt') return { type: 'text/plain', body: `1\n00:00:00,000 --> 00:00:02,000\n${text}\n\n` }
  if (String(model).startsWith('old')) return json({ text, usage: { type: 'duration', seconds: 9 } })
  const counts = { input_tokens: 14, input_token_details: { text_tokens: 4, audio_tokens: 10 }, output_tokens: 45 }
  const usage = { type: 'tokens', ...counts, total_tokens: 59 }
  if (stream !== 'true') return json({ text, usage })
  return events([
    { type: 'transcript.text.delta', delta: text } as { type: string },
    { type: 'transcript.text.done', text, usage } as { type: string },
  ])
}
