import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { asRecord, parseJson } from '../../src/core/json.ts'

/** A vendor that keeps interactions as Google does: what has come to it, and the last thing it was told of each by id. */
export type InteractionsKeeper = AsyncDisposable & { origin: string; calls: readonly string[] }

/** Starts it on a loopback port; ids begin with its name. */
export async function startInteractionsKeeper(name: string): Promise<InteractionsKeeper> {
  const kept = new Map<string, object>()
  const calls: string[] = []
  const server = createServer((request, response) => {
    void answerTo(request).then(({ status, body }) => {
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end(JSON.stringify(body))
    })
  })
  async function answerTo(request: IncomingMessage): Promise<{ status: number; body: object }> {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const { method = '', url = '' } = request
    calls.push(`${method} ${url}`)
    const [, id, act] = /^\/v1\/interactions(?:\/([^/?]+))?(?:\/(\w+))?/.exec(url) ?? []
    const missing = { status: 404, body: { error: { message: 'Result not found.', code: 'not_found' } } }
    if (id === undefined) {
      const { model, previous_interaction_id: previous } = asRecord(parseJson(Buffer.concat(parts).toString()))
      if (typeof previous === 'string' && !kept.has(previous)) return missing
      const made = { id: `v1_${name}${kept.size}==`, object: 'interaction', status: 'completed', model, ...ANSWER }
      kept.set(made.id, made)
      return { status: 200, body: made }
    }
    const found = kept.get(decodeURIComponent(id))
    if (!found) return missing
    if (method === 'DELETE') kept.delete(decodeURIComponent(id))
    return {
      status: 200,
      body: method === 'DELETE' ? {} : act === 'cancel' ? { ...found, status: 'cancelled' } : found,
    }
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    calls,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const ANSWER = {
  steps: [{ type: 'model_output', content: [{ type: 'text', text: 'kept' }] }],
  usage: { total_input_tokens: 3, total_output_tokens: 2, total_tokens: 5 },
}
