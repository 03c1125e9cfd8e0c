import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { asRecord, parseJson } from '../../src/core/json.ts'

/** One call as this vendor got it; the body of a piece of a file is told by its length alone. */
type Call = { method: string; url: string; key: string; command: string; body: string }

/** A vendor that keeps files as Google does, and answers contents. */
export type GeminiKeeper = AsyncDisposable & {
  origin: string
  calls: Call[]
  /** It says this status of everything, in words that name its address and the upload. */
  fails: number
  /** Bytes of pieces that have come. */
  received: number
  /** What it says of where pieces go. */
  host: string
  /** Pieces are not read before this. */
  held: Promise<unknown>
}

/** Where Google says that pieces go. */
export const GOOGLE = 'https://generativelanguage.googleapis.com'

/** What no caller is told. */
export const UPLOAD_SECRET = 'ABPnzsVendorsUploadId'

type Open = { size: number; hash: ReturnType<typeof createHash>; about: object; over?: 'final' | 'cancelled' }
type Answer = { status?: number; headers?: Record<string, string>; body: object }

/** Starts it on a loopback port; ids begin with its name. */
export async function startGeminiKeeper(name: string, secret: string): Promise<GeminiKeeper> {
  const kept = new Map<string, object>()
  const open = new Map<string, Open>()

  function fileMade({ size, hash, about }: Open): object {
    const id = `${name}${kept.size + 1}`
    const uri = `https://generativelanguage.googleapis.com/v1beta/files/${id}`
    const sums = { sizeBytes: String(size), sha256Hash: hash.digest('hex') }
    const file = { ...about, name: `files/${id}`, uri, ...sums, state: 'ACTIVE' }
    kept.set(id, file)
    return { file }
  }

  async function pieceOf(request: IncomingMessage, url: URL): Promise<Answer> {
    const upload = open.get(url.searchParams.get('upload_id') ?? '')
    if (!upload) return problem(404, 'NOT_FOUND')
    const command = String(request.headers['x-goog-upload-command'])
    if (upload.over && command === 'query') return { headers: { 'x-goog-upload-status': upload.over }, body: {} }
    if (upload.over) return problem(400, 'INVALID_ARGUMENT')
    if (command.startsWith('upload') && Number(request.headers['x-goog-upload-offset']) !== upload.size)
      return problem(400, 'INVALID_ARGUMENT')
    await keeper.held
    for await (const part of request as AsyncIterable<Buffer>) {
      upload.size += part.length
      keeper.received += part.length
      upload.hash.update(part)
    }
    const received = { 'x-goog-upload-size-received': String(upload.size) }
    if (command === 'cancel') {
      upload.over = 'cancelled'
      return { headers: { 'x-goog-upload-status': 'cancelled' }, body: {} }
    }
    if (!command.endsWith('finalize')) return { headers: { 'x-goog-upload-status': 'active', ...received }, body: {} }
    upload.over = 'final'
    return { headers: { 'x-goog-upload-status': 'final', ...received }, body: fileMade(upload) }
  }

  async function begun(request: IncomingMessage): Promise<Answer> {
    const body = await textOf(request)
    if (request.headers['x-goog-upload-protocol'] === 'multipart') {
      const [, , file = ''] = body.split(/--\w+\r\n[^]*?\r\n\r\n/)
      const bytes = file.slice(0, file.lastIndexOf('\r\n--'))
      return { body: fileMade({ size: bytes.length, hash: createHash('sha256').update(bytes), about: {} }) }
    }
    const id = `${UPLOAD_SECRET}-${name}${open.size}`
    open.set(id, { size: 0, hash: createHash('sha256'), about: asRecord(asRecord(parseJson(body))['file']) })
    const place = `${keeper.host}/upload/v1beta/files?upload_id=${id}&upload_protocol=resumable`
    const more = { 'x-goog-upload-chunk-granularity': '262144', 'x-goog-upload-control-url': place }
    return { headers: { 'x-goog-upload-status': 'active', 'x-goog-upload-url': place, ...more }, body: {} }
  }

  async function answerTo(request: IncomingMessage): Promise<Answer> {
    const { method = '', headers } = request
    const url = new URL(request.url ?? '/', 'http://vendor.example')
    const told = (key: string) => String(headers[key] ?? '')
    const call = { method, url: url.pathname, key: told('x-goog-api-key'), command: told('x-goog-upload-command') }
    const entry = { ...call, body: '' }
    keeper.calls.push(entry)
    if (call.key !== secret) return problem(400, 'INVALID_ARGUMENT')
    if (keeper.fails > 0) return problem(keeper.fails, 'INTERNAL')
    if (url.pathname.startsWith('/upload/'))
      return url.searchParams.has('upload_id') ? pieceOf(request, url) : begun(request)
    entry.body = await textOf(request)
    const [, id] = /^\/v1(?:beta)?\/files\/([^/]+)$/.exec(url.pathname) ?? []
    if (id === undefined) return { body: url.pathname.endsWith('/interactions') ? INTERACTION : ANSWER }
    const found = kept.get(id)
    if (!found) return unseen(id)
    if (method === 'DELETE') kept.delete(id)
    return { body: method === 'DELETE' ? {} : found }
  }

  const server = createServer((request, response) => {
    void answerTo(request).then(
      ({ status = 200, headers, body }) => {
        response.writeHead(status, { 'content-type': 'application/json', ...headers })
        response.end(JSON.stringify(body))
      },
      () => response.destroy(),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const keeper: GeminiKeeper = {
    origin: `http://127.0.0.1:${port}`,
    calls: [],
    fails: 0,
    received: 0,
    host: GOOGLE,
    held: Promise.resolve(),
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return keeper
}

const ANSWER = {
  candidates: [{ content: { role: 'model', parts: [{ text: 'seen' }] }, finishReason: 'STOP' }],
  usageMetadata: { promptTokenCount: 3, candidatesTokenCount: 2, totalTokenCount: 5 },
  totalTokens: 3,
}
const INTERACTION = {
  id: 'v1_kept',
  status: 'completed',
  steps: [{ type: 'model_output', content: [{ type: 'text', text: 'seen' }] }],
  usage: { total_input_tokens: 3, total_output_tokens: 2, total_tokens: 5 },
}

async function textOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of request as AsyncIterable<Buffer>) parts.push(part)
  return Buffer.concat(parts).toString()
}

/** What Google says of a file that it does not know. */
function unseen(id: string): Answer {
  const message = `You do not have permission to access the File ${id} or it may not exist.`
  return { status: 403, body: { error: { code: 403, message, status: 'PERMISSION_DENIED' } } }
}

function problem(code: number, status: string): Answer {
  const message = `it failed at https://vendor.example/?upload_id=${UPLOAD_SECRET}-a0`
  return { status: code, body: { error: { code, message, status } } }
}
