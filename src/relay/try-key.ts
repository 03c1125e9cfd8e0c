import { GatewayError } from '../core/errors.ts'
import { asRecord, parseJson } from '../core/json.ts'
import type { KeyTrial, KeyTrialRequest } from '../core/key-trial.ts'
import { PROTOCOLS } from '../core/protocol.ts'
import type { RequestRecord } from '../core/records.ts'
import { PROTOCOL_CODECS } from '../protocols/all.ts'
import type { Protocol } from '../protocols/protocol.ts'
import { assertFrom, assertUsable, type Caller } from './authenticate.ts'
import { capturing } from './capturing.ts'
import type { Exchange, Reply } from './exchange.ts'
import { innerExchange } from './inner-exchange.ts'
import { usableModels } from './models.ts'
import { relay } from './relay.ts'
import { bindSteps, type RelayOptions, sendError } from './serve.ts'

/** Sends one tiny request with a key known by its id only, through the same line as any other, metered as usual. */
export async function tryKey(
  options: RelayOptions,
  { keyId, model, ip, locale, signal }: KeyTrialRequest,
): Promise<KeyTrial> {
  const caller = options.directory.keyById(keyId)
  const started = options.clock.monotonicMs()
  const output = collectingReply()
  const asked = choose(options, caller, model)
  const failed = (error: GatewayError, requestId: string | null): KeyTrial => ({
    ok: false,
    status: error.status,
    protocol: asked.protocol.id,
    model: asked.model,
    firstTokenMs: null,
    totalMs: options.clock.monotonicMs() - started,
    costNanos: null,
    detail: error.in(locale),
    requestId,
  })
  if (!caller) return failed(new GatewayError('key_invalid'), null)
  if (asked.model === null) return failed(new GatewayError('model_not_found', { model: model ?? '*' }), null)
  const exchange = trialExchange(options, { asked, output, ip, locale, signal })
  const { protocol } = asked
  const steps = { ...bindSteps(options), authenticate: () => assertFrom(assertUsable(caller, options.clock.now()), ip) }
  const refuse = (heard: Exchange, error: unknown) => {
    sendError(heard, protocol.dialect, error)
    throw error
  }
  try {
    const record = await capturing(exchange, options, (heard) => relay(heard, protocol, steps), refuse)
    return trialOf(record, output.text())
  } catch (error) {
    if (error instanceof GatewayError) return failed(error, exchange.id)
    throw error
  }
}

/** The model asked for, or the first this key may use, and a protocol some provider serves it in. */
function choose(
  { directory, clock }: RelayOptions,
  caller: Caller | undefined,
  wanted: string | undefined,
): { model: string | null; protocol: Protocol } {
  const served = PROTOCOL_CODECS.filter(({ trial }) => trial)
  const [fallback] = served
  if (!fallback) throw new GatewayError('internal')
  const names =
    wanted === undefined && caller
      ? usableModels(caller, { directory, at: clock.now() }).map(({ id }) => id)
      : [wanted ?? '']
  for (const name of names) {
    const targets = directory.targets(directory.model(name)?.id ?? name)
    const protocol = served.find(({ id, dialect }) =>
      targets.some(
        ({ endpoint }) => endpoint.dialect === dialect && endpoint.capabilities.includes(PROTOCOLS[id].capability),
      ),
    )
    if (protocol) return { model: name, protocol }
  }
  return { model: wanted ?? null, protocol: fallback }
}

type Trial = Pick<KeyTrialRequest, 'ip' | 'locale' | 'signal'> & {
  asked: { model: string | null; protocol: Protocol }
  output: CollectingReply
}

function trialExchange({ clock }: RelayOptions, { asked, output, ip, locale, signal }: Trial): Exchange {
  const { path, body } = asked.protocol.trial?.(asked.model ?? '') ?? { path: '', body: '' }
  const headers = { 'user-agent': 'yumen-console' }
  return innerExchange({ path, headers, body: Buffer.from(body), ip, locale, reply: output, signal }, clock)
}

function trialOf(record: RequestRecord, answer: string): KeyTrial {
  const ok = record.status === 'succeeded'
  const told = asRecord(asRecord(parseJson(answer)).error).message
  return {
    ok,
    status: record.httpStatus,
    protocol: record.protocolIn,
    model: record.model,
    firstTokenMs: record.firstTokenMs,
    totalMs: record.totalMs,
    costNanos: record.costNanos,
    detail: ok ? null : typeof told === 'string' ? told.slice(0, 500) : record.errorMessage,
    requestId: record.id,
  }
}

type CollectingReply = Reply & { text(): string }

const MAX_COLLECTED = 64 * 1024

function collectingReply(): CollectingReply {
  const parts: Buffer[] = []
  let size = 0
  let headersSent = false
  const collect = (bytes: Uint8Array | string | undefined) => {
    if (bytes === undefined || size > MAX_COLLECTED) return
    const part = Buffer.from(bytes as Uint8Array)
    size += part.length
    parts.push(part)
  }
  return {
    get headersSent() {
      return headersSent
    },
    socket: null,
    writeHead: () => {
      headersSent = true
    },
    write(bytes) {
      collect(bytes)
      return true
    },
    end: collect,
    destroy: () => undefined,
    once: () => undefined,
    off: () => undefined,
    text: () => Buffer.concat(parts).toString('utf8'),
  }
}
