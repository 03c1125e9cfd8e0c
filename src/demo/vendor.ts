import { once } from 'node:events'
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { isRecord, parseJson } from '../core/json.ts'
import { formatUsd } from '../core/money.ts'
import type { Clock } from '../core/time.ts'
import type { Answer, Asked, Wire } from './answer.ts'
import { CAST_BALANCE } from './cast.ts'
import { around } from './dice.ts'
import type { Dice } from './dice.ts'
import { replyTo } from './replies.ts'
import { wireByHeaders, WIRES } from './wires.ts'

type DemoVendor = AsyncDisposable & { origin: string }

/** `speed` divides every pause: 1 is the pace of a real model. */
type DemoVendorOptions = { clock: Clock; dice: Dice; models: readonly string[]; speed?: number }

const MAX_BODY_BYTES = 32 * 1024 * 1024

/** Starts the built-in provider on a loopback port: it answers every dialect, streamed or whole, at a model's pace, to any key. */
export async function startDemoVendor(options: DemoVendorOptions): Promise<DemoVendor> {
  const server = createServer((request, response) => void answer(request, response, options))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function answer(request: IncomingMessage, response: ServerResponse, options: DemoVendorOptions): Promise<void> {
  const gone = new AbortController()
  response.once('close', () => gone.abort())
  try {
    await route(request, response, { ...options, signal: gone.signal })
  } catch (error) {
    // A caller that leaves ends every wait with its abort; anything else breaks the connection, as a real vendor would.
    if (!gone.signal.aborted) response.destroy(error instanceof Error ? error : undefined)
  }
}

type Context = DemoVendorOptions & { signal: AbortSignal }

async function route(request: IncomingMessage, response: ServerResponse, context: Context): Promise<void> {
  const url = request.url ?? '/'
  const path = url.split('?')[0] ?? '/'
  const fallback = wireByHeaders(request.headers)
  if (request.method === 'GET' && /^\/v1(beta)?\/models$/.test(path))
    return json(response, 200, fallback.models(context.models))
  if (request.method === 'GET' && path === CAST_BALANCE.path)
    return json(response, 200, `{"data":{"limit_remaining":${formatUsd(CAST_BALANCE.told.nanos)}}}`)
  const wire = WIRES.find((one) => one.serves?.(url) ?? one.path === path)
  if (!wire || request.method !== 'POST') return refuse(response, fallback, 404, 'The demo provider has no such path.')
  const body = await readBody(request)
  if (body === null) return refuse(response, wire, 413, 'The demo provider takes at most 32 MiB.')
  const value = parseJson(body.toString('utf8'))
  if (!isRecord(value)) return refuse(response, wire, 400, 'The body is not a JSON object.')
  const asked = wire.read(value, request.headers, url)
  if (asked.problem !== null) return refuse(response, wire, 400, asked.problem)
  const now = context.clock.now()
  const reply = replyTo(asked, context.dice, { id: `demo${now.toString(36)}`, created: Math.floor(now / 1000) })
  await (asked.stream ? stream : whole)(response, { wire, asked, reply }, context)
}

type Turn = { wire: Wire; asked: Asked; reply: Answer }

async function whole(response: ServerResponse, { wire, reply }: Turn, context: Context): Promise<void> {
  await pause(context, 900)
  json(response, 200, wire.whole(reply))
}

async function stream(response: ServerResponse, { wire, asked, reply }: Turn, context: Context): Promise<void> {
  await pause(context, 120)
  response.writeHead(200, { 'content-type': wire.contentTypes.stream, 'cache-control': 'no-cache' })
  response.flushHeaders()
  await pause(context, 320)
  for (const event of wire.events(reply, asked)) {
    if (!response.write(event)) await once(response, 'drain', { signal: context.signal })
    await pause(context, 14)
  }
  response.end()
}

function refuse(response: ServerResponse, wire: Wire, status: number, message: string): void {
  json(response, status, wire.errorBody(status, message))
}

function json(response: ServerResponse, status: number, body: string): void {
  response.writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) })
  response.end(body)
}

async function pause({ dice, speed = 1, signal }: Context, medianMs: number): Promise<void> {
  await wait(around(dice, medianMs, 0.35) / speed, undefined, { signal })
}

async function readBody(request: IncomingMessage): Promise<Buffer | null> {
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of request as AsyncIterable<Buffer>) {
    bytes += part.length
    if (bytes > MAX_BODY_BYTES) return null
    parts.push(part)
  }
  return Buffer.concat(parts)
}
