import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { asRecord, parseJson } from '../../src/core/json.ts'

/** One call as this vendor got it. */
type KeptCall = { method: string; path: string; headers: IncomingHttpHeaders; body: Buffer }

/** A vendor that keeps files, batches and responses, in the manner of OpenAI's and Anthropic's. */
export type Keeper = AsyncDisposable & {
  origin: string
  calls: readonly KeptCall[]
  /** Every batch is finished from now on. */
  finish(): void
  /** Whether finished batches of OpenAI's tell their usage. */
  tellUsage: boolean
  /** It knows nothing of what it keeps, as where its address was mistyped. */
  forgetful: boolean
  /** It says this instead of anything it knows, with the status 200, as whoever stands before it does while it is mended. */
  page: string | null
  /** It cannot give out what batches have come to. */
  resultsAway: boolean
  /** What it does is answered after this. */
  held: Promise<unknown>
}

type State = {
  files: Map<string, { bytes: Buffer; purpose: unknown }>
  batches: Map<string, Record<string, unknown>>
  done: boolean
  made: number
}
type Answer = { status?: number; type?: string; body: string | Buffer }

const OUTPUT = [
  { custom_id: 'a', response: { status_code: 200, body: { usage: { prompt_tokens: 100, completion_tokens: 20 } } } },
  { custom_id: 'b', response: { status_code: 200, body: { usage: { prompt_tokens: 200, completion_tokens: 30 } } } },
  { custom_id: 'c', response: { status_code: 400, body: { error: { message: 'no' } } } },
]
const RESULTS = [
  { custom_id: 'a', result: { type: 'succeeded', message: { usage: { input_tokens: 300, output_tokens: 50 } } } },
  { custom_id: 'b', result: { type: 'errored', error: { type: 'error' } } },
]
export const OUTPUT_LINES = OUTPUT.map((line) => `${JSON.stringify(line)}\n`).join('')
export const RESULT_LINES = RESULTS.map((line) => `${JSON.stringify(line)}\n`).join('')

/** Starts it on a loopback port; ids begin with its name. */
export async function startKeeper(name: string): Promise<Keeper> {
  const state: State = { files: new Map(), batches: new Map(), done: false, made: 0 }
  const calls: KeptCall[] = []
  const keeper = {
    tellUsage: true,
    forgetful: false,
    page: null as string | null,
    resultsAway: false,
    held: Promise.resolve() as Promise<unknown>,
  }
  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const call = {
      method: request.method ?? '',
      path: request.url ?? '/',
      headers: request.headers,
      body: Buffer.concat(parts),
    }
    calls.push(call)
    const { status = 200, type = 'application/json', body } = await answerTo(call, state, { name, ...keeper })
    await keeper.held
    response.writeHead(status, { 'content-type': type })
    response.end(body)
  }
  const server = createServer((request, response) => void serve(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return Object.assign(keeper, {
    origin: `http://127.0.0.1:${port}`,
    calls,
    finish: () => void (state.done = true),
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  })
}

type Desk = { name: string; tellUsage: boolean; forgetful: boolean; page: string | null; resultsAway: boolean }

async function answerTo({ method, path, headers, body }: KeptCall, state: State, desk: Desk): Promise<Answer> {
  const [, folder = '', id = '', more = ''] =
    /^\/v1\/(messages\/batches|files|batches|responses)(?:\/([^/?]+))?(?:\/(\w+))?/.exec(path) ?? []
  const missing = {
    status: 404,
    ...json({ error: { message: `No such ${folder}: ${id}`, type: 'invalid_request_error' } }),
  }
  if (desk.forgetful) return missing
  if (desk.page !== null) return { type: 'text/html', body: desk.page }
  if (desk.resultsAway && (id.startsWith('file-out-') || more === 'results')) return { ...missing, status: 500 }
  if (folder === 'responses') {
    if (method === 'POST' && id === '') return newResponse(asRecord(parseJson(body.toString())).stream === true, desk)
    return responseAt(method, { id, more })
  }
  if (folder === 'files') {
    if (method === 'POST') {
      const form = await new Response(new Uint8Array(body), {
        headers: { 'content-type': headers['content-type'] ?? '' },
      }).formData()
      const file = form.get('file')
      if (!(file instanceof Blob)) return missing
      state.made += 1
      const made = `file-${desk.name}-${state.made}`
      const purpose = form.get('purpose')
      state.files.set(made, { bytes: Buffer.from(await file.arrayBuffer()), purpose })
      return json({ id: made, object: 'file', purpose })
    }
    if (id.startsWith('file-out-')) return { type: 'application/octet-stream', body: OUTPUT_LINES }
    const file = state.files.get(id)
    if (!file) return missing
    if (more === 'content') return { type: 'application/octet-stream', body: file.bytes }
    if (method === 'DELETE') state.files.delete(id)
    return json({ id, object: 'file', purpose: file.purpose, bytes: file.bytes.length, deleted: method === 'DELETE' })
  }
  const key = `${folder} ${id}`
  if (method === 'POST' && id === '') {
    state.made += 1
    const made = `${folder === 'batches' ? 'batch' : 'msgbatch'}_${desk.name}_${state.made}`
    state.batches.set(`${folder} ${made}`, { ...asRecord(parseJson(body.toString())), id: made })
    return json(batchOf(folder, made, state, desk))
  }
  if (!state.batches.has(key)) return missing
  if (more === 'results') return { type: 'application/x-jsonl', body: RESULT_LINES }
  if (method === 'DELETE') {
    if (!state.done) return { status: 400, ...json({ type: 'error', error: { type: 'invalid_request_error' } }) }
    state.batches.delete(key)
    return json({ id, type: 'message_batch_deleted' })
  }
  return json(batchOf(folder, id, state, desk))
}

function batchOf(folder: string, id: string, { done }: State, { tellUsage }: Desk): object {
  if (folder !== 'batches')
    return {
      id,
      type: 'message_batch',
      processing_status: done ? 'ended' : 'in_progress',
      results_url: done ? `https://vendor.example/v1/messages/batches/${id}/results` : null,
    }
  if (!done) return { id, object: 'batch', status: 'in_progress' }
  const usage = { input_tokens: 1000, output_tokens: 100, total_tokens: 1100 }
  return {
    id,
    object: 'batch',
    status: 'completed',
    output_file_id: `file-out-${id}`,
    request_counts: { total: 3, completed: 2, failed: 1 },
    ...(tellUsage && { usage }),
  }
}

function newResponse(stream: boolean, { name }: Desk): Answer {
  const response = {
    id: stream ? `resp_${name}_streamed` : `resp_${name}`,
    object: 'response',
    status: 'completed',
    store: true,
    model: 'm',
    output: [{ type: 'message', content: [{ type: 'output_text', text: 'hi' }] }],
    usage: { input_tokens: 5, output_tokens: 2 },
  }
  if (!stream) return json(response)
  const events = [
    { type: 'response.created', response: { ...response, status: 'in_progress', output: [], usage: null } },
    { type: 'response.output_text.delta', item_id: 'msg_1', output_index: 0, content_index: 0, delta: 'hi' },
    { type: 'response.completed', response },
  ]
  const told = events.map(
    (event, i) => `event: ${event.type}\ndata: ${JSON.stringify({ ...event, sequence_number: i })}\n\n`,
  )
  return { type: 'text/event-stream', body: told.join('') }
}

function responseAt(method: string, { id, more }: { id: string; more: string }): Answer {
  if (more === 'input_items') return json({ object: 'list', data: [] })
  return json({ id, object: 'response', deleted: method === 'DELETE', output: [] })
}

function json(value: object): Answer {
  return { body: JSON.stringify(value) }
}
