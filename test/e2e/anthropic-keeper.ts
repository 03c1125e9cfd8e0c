import { createServer, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

/** One call as this vendor got it. */
type Call = { method: string; url: string; headers: IncomingHttpHeaders; body: string }

/** A vendor that keeps files as Anthropic does, and answers messages; what has come to it, and whether it is out of order. */
export type AnthropicKeeper = AsyncDisposable & { origin: string; calls: readonly Call[]; fails: boolean }

type Answer = { status?: number; type?: string; body: object | Buffer }

/** Starts it on a loopback port; ids begin with its name. */
export async function startAnthropicKeeper(name: string): Promise<AnthropicKeeper> {
  const kept = new Map<string, { about: object; bytes: Buffer }>()
  const calls: Call[] = []
  let made = 0

  async function fileMade(body: Buffer, headers: IncomingHttpHeaders): Promise<Answer> {
    const type = { 'content-type': headers['content-type'] ?? '' }
    const file = (await new Response(new Uint8Array(body), { headers: type }).formData()).get('file')
    if (!(file instanceof File)) return problem(400, 'invalid_request_error')
    made += 1
    const id = `file_${name}${made}`
    const bytes = Buffer.from(await file.arrayBuffer())
    const about = { id, type: 'file', filename: file.name, mime_type: file.type, size_bytes: bytes.length }
    kept.set(id, { about, bytes })
    return { body: about }
  }

  async function answerTo(request: IncomingMessage): Promise<Answer> {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const { method = '', url = '', headers } = request
    const body = Buffer.concat(parts)
    calls.push({ method, url, headers, body: body.toString() })
    if (keeper.fails) return problem(500, 'api_error')
    if (url.startsWith('/v1/messages/batches')) return { body: { id: `msgbatch_${name}`, type: 'message_batch' } }
    if (url.startsWith('/v1/messages')) return { body: MESSAGE }
    const [, id, more] = /^\/v1\/files(?:\/([^/?]+))?(\/content)?/.exec(url) ?? []
    if (id === undefined) return fileMade(body, headers)
    const found = kept.get(id)
    if (!found) return problem(404, 'not_found_error')
    if (more) return { type: 'application/binary', body: found.bytes }
    if (method === 'DELETE') kept.delete(id)
    return { body: method === 'DELETE' ? { id, type: 'file_deleted' } : found.about }
  }

  const server = createServer((request, response) => {
    void answerTo(request).then(({ status = 200, type = 'application/json', body }) => {
      response.writeHead(status, { 'content-type': type })
      response.end(Buffer.isBuffer(body) ? body : JSON.stringify(body))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const keeper = {
    origin: `http://127.0.0.1:${port}`,
    calls,
    fails: false,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return keeper
}

const MESSAGE = {
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  model: 'm',
  content: [{ type: 'text', text: 'read' }],
  stop_reason: 'end_turn',
  usage: { input_tokens: 3, output_tokens: 2 },
}

function problem(status: number, type: string): Answer {
  return { status, body: { type: 'error', error: { type, message: 'the words of the vendor' } } }
}
