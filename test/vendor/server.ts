import { createServer } from 'node:http'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { isRecord, parseJson } from '../../src/core/json.ts'
import { anthropicMessages } from '../../src/demo/anthropic-messages.ts'
import type { Asked, Wire } from '../../src/demo/answer.ts'
import { openaiChat } from '../../src/demo/openai-chat.ts'
import { openaiResponses } from '../../src/demo/openai-responses.ts'
import { wireByHeaders, WIRES } from '../../src/demo/wires.ts'
import type { Dialect } from '../../src/core/protocol.ts'
import type { Usage } from '../../src/core/usage.ts'
import { Delivery } from './deliver.ts'
import { answerOf } from './scripts.ts'
import type { Script } from './scripts.ts'

/** What really happened in one exchange, as the vendor saw it. */
export type Served = {
  dialect: Dialect
  method: string
  /** Path with query. */
  path: string
  headers: IncomingHttpHeaders
  /** The bytes of the request's body. */
  body: Buffer
  /** The model it was asked for; empty when the body named none. */
  model: string
  status: number
  /** The exact bytes of the answer's body, up to the vendor's `keepBytes`. */
  sent: Buffer
  sentBytes: number
  /** The usage it told, in the canonical shape; null when it told none or was made to lie. */
  usage: Usage | null
  arrivedAtMs: number
  /** Whether the peer went away before the answer was complete, and when (the clock of `performance.now`). */
  aborted: boolean
  abortedAtMs: number | null
  /** Resolves when the exchange is over, however it ended. */
  done: Promise<void>
}

type VendorOptions = {
  /** The only credential it accepts; without it every credential will do, but there must be one. */
  secret?: string
  /** The names it lists. */
  models?: readonly string[]
  /** How many bytes of each answer are kept in `Served.sent`. */
  keepBytes?: number
}

export type Vendor = AsyncDisposable & {
  origin: string
  served: readonly Served[]
  /** What it does with every request that nothing else is scripted for. */
  script(script: Script): void
  /** What it does with the next requests, one each, before anything else is considered. */
  queue(...scripts: Script[]): void
  /** What it does with requests for a model; the model is also listed. */
  on(model: string, script: Script): void
  /** The n-th exchange from 0, as soon as it has arrived whole. */
  arrival(index: number): Promise<Served>
}

/** Starts a scripted model vendor on a loopback port: OpenAI chat and responses, Anthropic messages and Gemini, truthful about what it did. */
export async function startVendor(options: VendorOptions = {}): Promise<Vendor> {
  const state = new State(options)
  const server = createServer((request, response) => void state.handle(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    served: state.served,
    script: (script) => void (state.standard = script),
    queue: (...scripts) => void state.queued.push(...scripts),
    on: (model, script) => void state.byModel.set(model, script),
    arrival: (index) => state.arrival(index),
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

class State {
  readonly served: Served[] = []
  readonly queued: Script[] = []
  readonly byModel = new Map<string, Script>()
  standard: Script = {}
  readonly #options: VendorOptions
  readonly #waiting = new Map<number, ((served: Served) => void)[]>()

  constructor(options: VendorOptions) {
    this.#options = options
  }

  arrival(index: number): Promise<Served> {
    const there = this.served[index]
    if (there) return Promise.resolve(there)
    return new Promise((resolve) => this.#waiting.set(index, [...(this.#waiting.get(index) ?? []), resolve]))
  }

  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? '/'
    const wire = WIRES.find((one) => route(path) === one.path) ?? wireByHeaders(request.headers)
    const body = await readBody(request)
    if (body === null) return
    const json = parseJson(body.toString('utf8'))
    const asked = isRecord(json) ? wire.read(json, request.headers, path) : null
    const served = this.#record(request, response, { wire, body, model: asked?.model ?? '' })
    const delivery = new Delivery(response, served, this.#options.keepBytes ?? 1024 * 1024)
    const refusal = this.#refusal(request, wire, asked)
    if (refusal) return delivery.whole(refusal.status, wire.errorBody(refusal.status, refusal.message))
    if (route(path) === '/v1/models') return delivery.whole(200, wire.models(this.#models()))
    if (asked === null) return delivery.whole(400, wire.errorBody(400, 'We could not parse the JSON body.'))
    const script = this.queued.shift() ?? this.byModel.get(asked.model) ?? this.standard
    const credential = credentialOf(request.headers)
    const answer = answerOf(script, asked, { id: String(this.served.length).padStart(8, '0'), credential })
    served.usage = answer.usage !== null && !('raw' in answer.usage) ? answer.usage : null
    await delivery.play(script, wire, { answer, asked, credential })
  }

  #record(
    request: IncomingMessage,
    response: ServerResponse,
    facts: { wire: Wire; body: Buffer; model: string },
  ): Served {
    const over = Promise.withResolvers<void>()
    const served: Served = {
      dialect: facts.wire.dialect,
      method: request.method ?? '',
      path: request.url ?? '/',
      headers: request.headers,
      body: facts.body,
      model: facts.model,
      status: 0,
      sent: Buffer.alloc(0),
      sentBytes: 0,
      usage: null,
      arrivedAtMs: performance.now(),
      aborted: false,
      abortedAtMs: null,
      done: over.promise,
    }
    response.once('close', () => over.resolve())
    this.served.push(served)
    for (const resolve of this.#waiting.get(this.served.length - 1) ?? []) resolve(served)
    return served
  }

  #refusal(request: IncomingMessage, wire: Wire, asked: Asked | null): { status: number; message: string } | null {
    const path = route(request.url ?? '/')
    const method = path === '/v1/models' ? 'GET' : 'POST'
    if (path !== '/v1/models' && path !== wire.path) return { status: 404, message: `Unknown request URL: ${path}` }
    if (request.method !== method) return { status: 405, message: `Not allowed to ${request.method} ${path}` }
    const credential = credentialOf(request.headers)
    if (credential === '') return { status: 401, message: 'You did not provide an API key.' }
    const { secret } = this.#options
    if (secret !== undefined && credential !== secret) return { status: 401, message: 'Incorrect API key provided.' }
    return asked?.problem ? { status: 400, message: asked.problem } : null
  }

  #models(): string[] {
    return [...new Set([...(this.#options.models ?? ['gpt-5.5', 'claude-sonnet-5-5']), ...this.byModel.keys()])]
  }
}

/** The vendor's own path behind whatever base path it is reached by. */
function route(url: string): string {
  const own = WIRES.find((wire) => wire.serves?.(url))
  if (own) return own.path
  const path = url.split('?')[0] ?? url
  if (path.endsWith('/chat/completions')) return openaiChat.path
  if (path.endsWith('/v1/messages')) return anthropicMessages.path
  if (/\/responses(\/(compact|input_tokens))?$/.test(path)) return openaiResponses.path
  return path.endsWith('/models') ? '/v1/models' : path
}

function credentialOf(headers: IncomingHttpHeaders): string {
  const own =
    [
      headers['x-api-key'],
      headers['x-goog-api-key'],
      headers['api-key'],
      headers.authorization?.replace(/^Bearer /, ''),
    ].find((one) => one !== undefined) ?? ''
  return Array.isArray(own) ? own.join(',') : own
}

async function readBody(request: IncomingMessage): Promise<Buffer | null> {
  const parts: Buffer[] = []
  try {
    for await (const part of request) parts.push(part as Buffer)
  } catch {
    // The peer left in the middle of its own request: there is nobody to answer and nothing was served.
    return null
  }
  return Buffer.concat(parts)
}
