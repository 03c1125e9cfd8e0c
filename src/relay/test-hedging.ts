import type { TargetEntry } from '../core/directory.ts'
import { GatewayError } from '../core/errors.ts'
import type { AttemptRecord, SkipReason } from '../core/records.ts'
import type { Permit } from '../metering/open-request.ts'
import { openaiChat } from '../protocols/openai-chat/openai-chat.ts'
import { askInTurn, type AskSteps, deliverAnswered, type Question } from './ask.ts'
import { type Ask, attempt, type Attempting } from './attempt.ts'
import { createDrains } from './drains.ts'
import type { Stop } from '../core/stop.ts'
import { abortClass, type FailureClass, UpstreamFailure } from './failure.ts'
import type { Plan } from './plan.ts'
import { createResponseMemory } from './response-memory.ts'
import { createUsageRefusals } from './stream-usage.ts'
import { createHealth } from './routing/health.ts'
import { createLatencies } from './routing/latency.ts'
import { rememberSilence } from './routing/routing.ts'
import { ASKING, aTarget, MODEL, POLICY, testClock } from './routing/test-targets.ts'
import type { UpstreamAnswer } from './upstream-answer.ts'

const CHUNK = { id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm' }
const USAGE = { prompt_tokens: 100, completion_tokens: 10, total_tokens: 110 }
const RATES = { input: 1_000_000n, output: 1_000_000n }
const PRIORITY = { input: 3_000_000n, output: 3_000_000n }

const event = (data: object | string) => `data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`

function answering(text: string, stream: boolean): string {
  if (!stream) {
    const choices = [{ index: 0, message: { role: 'assistant', content: text }, finish_reason: 'stop' }]
    return JSON.stringify({ ...CHUNK, object: 'chat.completion', choices, usage: USAGE })
  }
  const said = { ...CHUNK, choices: [{ index: 0, delta: { content: text }, finish_reason: 'stop' }] }
  return event(said) + event({ ...CHUNK, choices: [], usage: USAGE }) + event('[DONE]')
}

/** An upstream that says what a test lets it say, and notes what ended its call. */
function createVendor(stream: boolean) {
  const asked = Promise.withResolvers<void>()
  const head = Promise.withResolvers<UpstreamAnswer>()
  const broken = Promise.withResolvers<never>()
  broken.promise.catch(() => undefined)
  const ended: FailureClass[] = []
  const cancelled: FailureClass[] = []
  let onEnd = () => {}
  const says = (text: string, { status = 200, whole = true } = {}) => {
    const chunks = [Buffer.from(text)]
    const next = async () => chunks.shift() ?? (whole ? null : await broken.promise)
    head.resolve({ status, headers: {}, next, cancel: (why) => void cancelled.push(why) })
  }
  return {
    asked: asked.promise,
    ended,
    cancelled,
    whenEnded: (then: () => void) => void (onEnd = then),
    call(signal: Stop): Promise<UpstreamAnswer> {
      signal.addEventListener('abort', () => {
        ended.push(abortClass(signal))
        onEnd()
        broken.reject(new UpstreamFailure(abortClass(signal)))
      })
      asked.resolve()
      return Promise.race([head.promise, broken.promise])
    },
    answers: (text: string) => says(answering(text, stream)),
    refuses: (status: number) => says('{}', { status }),
    tellsUsage: (tier = 'default') =>
      says(event({ ...CHUNK, choices: [], service_tier: tier, usage: USAGE }), { whole: false }),
    breaks: (failure: FailureClass) => broken.reject(new UpstreamFailure(failure)),
  }
}

export type Options = { names?: string[]; budget?: number; refused?: Record<string, SkipReason>; drains?: boolean }

/** A permit that only notes what it is told. */
function notingPermit() {
  const notes = { asking: [] as string[], lost: [] as string[], answered: [] as string[], settled: 0 }
  const rows: AttemptRecord[] = []
  const permit = {
    asking: ({ provider }: TargetEntry) => void notes.asking.push(provider.id),
    lost: ({ provider }: TargetEntry) => void notes.lost.push(provider.id),
    tried: (_target: unknown, row: AttemptRecord) => void rows.push(row),
    delivering: () => undefined,
    progressed: () => true,
    settle: async () => {
      notes.settled += 1
      return { status: 'succeeded' }
    },
  } as unknown as Permit
  return { notes, rows, permit }
}

/** The caller's side: a request, and what is written to its reply. */
function createCaller(stream: boolean, elapsedMs: () => number) {
  const leaving = new AbortController()
  const out: string[] = []
  const heads: Record<string, string | number>[] = []
  const reply = {
    headersSent: false,
    socket: null,
    writeHead: (_status: number, headers: Record<string, string | number>) => void heads.push(headers),
    write: (bytes: Uint8Array) => out.push(Buffer.from(bytes).toString()) > 0,
    end: (bytes?: Uint8Array) => void (bytes && out.push(Buffer.from(bytes).toString())),
  }
  const query = new URLSearchParams()
  const { signal } = leaving
  const exchange = { id: 'r', at: 0, query, headers: {}, reply, signal, extraHeaders: {}, elapsedMs }
  const body = Buffer.from(JSON.stringify({ model: 'm', stream, messages: [{ role: 'user', content: 'hi' }] }))
  const incoming = { path: '/v1/chat/completions', query, body, contentType: 'application/json' }
  const turn = openaiChat.read(incoming)
  const question = { exchange, protocol: openaiChat, userId: 'u', incoming, turn } as unknown as Question
  const headGoes = () => void (reply.headersSent = true)
  return { question, heads, out, headGoes, leaves: () => leaving.abort(new Error('the caller is gone')) }
}

function planOf(names: string[], drainOnAbort: boolean): Plan {
  const candidates = names.map((name) => ({
    target: aTarget(name, { provider: { drainOnAbort }, endpoint: { baseUrl: `http://${name}/v1` } }),
    protocol: 'openai-chat' as const,
  }))
  return {
    model: {
      ...MODEL,
      price: {
        version: 'v',
        rates: RATES,
        tiers: [],
        services: [{ service: 'priority', aboveTokens: 0, rates: PRIORITY }],
      },
    },
    candidates,
    ...ASKING,
    lastResort: false,
    skips: [],
    conversation: null,
    refusal: () => new GatewayError('no_upstream', { model: 'm' }),
  }
}

/** Vendors by name, and attempts that really ask them. */
function createVendors(names: string[], stream: boolean) {
  const vendors = new Map(names.map((name) => [name, createVendor(stream)]))
  const of = (name: string) => {
    const vendor = vendors.get(name)
    if (!vendor) throw new Error(`no vendor ${name}`)
    return vendor
  }
  const deps: Attempting = {
    memory: createResponseMemory(),
    drains: createDrains(),
    usageRefusals: createUsageRefusals(() => undefined),
    upstream: {
      send: ({ url }, _withinMs, signal) => of(url.hostname).call(signal),
      [Symbol.asyncDispose]: async () => undefined,
    },
  }
  return { of, ask: (ask: Ask) => attempt(ask, deps) }
}

/** A request of which a test decides who answers when, and when the first is late. */
export function stageHedging(
  stream: boolean,
  { names = ['a', 'b'], budget = 10, refused = {}, drains = false }: Options = {},
) {
  const clock = testClock()
  const health = createHealth({ clock, saved: () => undefined, admitsTarget: () => null, policy: () => POLICY })
  const { of, ask } = createVendors(names, stream)
  const { notes, rows, permit } = notingPermit()
  const caller = createCaller(stream, clock.monotonicMs)
  const late = Promise.withResolvers<void>()
  const due: Stop[] = []
  const latencies = createLatencies(clock.monotonicMs)
  const keyOf = (name: string) => ({ endpointId: `${name}-endpoint`, model: MODEL.id, stream })
  let left = budget
  const steps: AskSteps = {
    lease(candidate) {
      const reason = refused[candidate.target.provider.id]
      return reason ? { reason, waitMs: 0 } : health.lease(candidate, ASKING)
    },
    attempt(asked) {
      asked.exchange.extraHeaders['x-who'] = asked.target.provider.name
      return ask(asked)
    },
    maxAttempts: () => 3,
    hedgeMs: () => 500,
    mayRetry: () => (left -= 1) >= 0,
    outrun: (asked, record) => rememberSilence({ latencies }, asked, record),
    answered: ({ target }) => void notes.answered.push(target.provider.id),
    kept: async () => undefined,
    leftOut: () => undefined,
    pause: async () => undefined,
    wait(_ms, signal) {
      due.push(signal)
      return late.promise
    },
  }
  return {
    of,
    notes,
    due,
    clock,
    usually: (name: string) => latencies.get(keyOf(name)),
    measured: (name: string, ms: number) => latencies.add(keyOf(name), ms),
    late: () => late.resolve(),
    callerLeaves: caller.leaves,
    headGoes: caller.headGoes,
    text: () => caller.out.join(''),
    heads: caller.heads,
    trail: () => rows.map(({ n, providerId, decision, errorClass }) => [n, providerId, errorClass ?? decision]),
    costs: () => rows.map(({ upstreamCostNanos }) => upstreamCostNanos),
    held: () => names.map((name) => health.endpoint(`${name}-endpoint`)?.inFlight ?? 0),
    run: () =>
      askInTurn(planOf(names, drains), caller.question, permit, steps)
        .then((answered) => deliverAnswered(answered, permit, steps))
        .then(
          () => 'answered',
          (error: unknown) => (error instanceof GatewayError ? error.code : String(error)),
        ),
  }
}
