import { existsSync, readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join, normalize } from 'node:path'

const DIST = join(import.meta.dirname, '../../web/dist')
const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}
// The policy of the real server: what breaks it breaks here too.
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

export type Asked = { method: string; path: string; query: string; bearer: string | null; body: unknown }
/** `status` with a JSON body; `drop` cuts the connection without an answer; undefined falls through to the files. */
export type Answer = { status: number; body?: unknown } | 'drop' | undefined
export type Script = (asked: Asked) => Answer | Promise<Answer>

/** The built console behind a server whose answers a test writes. */
export type Stage = {
  origin: string
  /** What came in, in order. */
  asked: Asked[]
  /** Replaces the script and forgets what came in. */
  play: (script: Script) => void
  close: () => Promise<void>
}

/** Opens a stage on a free port. */
export async function openStage(): Promise<Stage> {
  if (!existsSync(DIST)) throw new Error('web/dist is missing: build the console first')
  const asked: Asked[] = []
  let script: Script = () => undefined
  const server = createServer((request, reply) => {
    void read(request).then(async (one) => {
      asked.push(one)
      send(reply, one, await script(one))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    asked,
    play(next) {
      script = next
      asked.length = 0
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function read(request: IncomingMessage): Promise<Asked> {
  const url = new URL(request.url ?? '/', 'http://stage')
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const text = Buffer.concat(chunks).toString()
  return {
    method: request.method ?? 'GET',
    path: url.pathname,
    query: url.search,
    bearer: request.headers.authorization ?? null,
    body: text === '' ? undefined : JSON.parse(text),
  }
}

function send(reply: ServerResponse, { path }: Asked, answer: Answer): void {
  if (answer === 'drop') {
    reply.socket?.destroy()
    return
  }
  if (answer !== undefined) {
    reply.writeHead(answer.status, { 'content-type': 'application/json', 'cache-control': 'no-store' })
    reply.end(answer.body === undefined ? undefined : JSON.stringify(answer.body))
    return
  }
  const file = join(DIST, normalize(path))
  const name = extname(path) !== '' && existsSync(file) ? file : join(DIST, 'index.html')
  reply.writeHead(path.startsWith('/assets/') && !existsSync(file) ? 404 : 200, {
    'content-type': TYPES[extname(name)] ?? 'application/octet-stream',
    'content-security-policy': POLICY,
    'cache-control': 'no-store',
  })
  reply.end(readFileSync(name))
}
