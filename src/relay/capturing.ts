import { ownCopy } from '../core/bytes.ts'
import type { Capture, CapturedBody } from '../core/captures.ts'
import { hideValues } from '../core/hide-values.ts'
import type { CapturePolicy, RelayPolicy } from '../core/policy.ts'
import type { RequestRecord } from '../core/records.ts'
import { redact, redactBegun } from '../core/redact.ts'
import type { Exchange, Reply } from './exchange.ts'
import { isGone } from './failure.ts'
import { keptOfAnswer, keptOfCaller, upstreamIdIn } from './kept-headers.ts'

/** Where what was said is kept, and how much of it. */
export type Capturing = {
  /** Takes what makes the capture, not the capture: redacting is for when it is written, long after the request has been answered. */
  captures: { put(requestId: string, make: () => Capture): void }
  /** As it is at this time. */
  policy: () => Pick<RelayPolicy, 'capture'>
}

type Ended = Pick<RequestRecord, 'status'>
type Run<T> = (exchange: Exchange) => Promise<T>
type Refuse<T> = (exchange: Exchange, error: unknown) => T

/**
 * Runs a request and keeps what was said in it, once its caller is known: nobody else can fill the disk. A refusal is said as well:
 * where something is kept, `refuse` answers what `run` throws; else it goes on.
 */
export function capturing<T extends Ended, R = never>(
  exchange: Exchange,
  { captures, policy }: Capturing,
  run: Run<T>,
  refuse: Refuse<R> = goOn,
): Promise<T | R> {
  const { capture } = policy()
  return capture ? captured(exchange, { captures, capture }, run, refuse) : run(exchange)
}

function goOn(_exchange: Exchange, error: unknown): never {
  throw error
}

/** One side as it was heard: its beginning, not redacted yet. */
type Heard = { begun: Buffer; bytes: number; type: string | undefined; headers: Readonly<Record<string, unknown>> }

async function captured<T extends Ended, R>(
  exchange: Exchange,
  { captures, capture }: Pick<Capturing, 'captures'> & { capture: CapturePolicy },
  run: Run<T>,
  refuse: Refuse<R>,
): Promise<T | R> {
  const { id, at, headers, form, signal } = exchange
  const answer = listening(exchange.reply, capture.mostBytes)
  const upstream = new Map<number, string>()
  let request: Heard | null = null
  const body: Exchange['body'] = async (userId) => {
    const read = await exchange.body(userId)
    request = heardOf(read.bytes, capture.mostBytes, headers)
    return read
  }
  const formed = form && {
    form: async (userId: string) => {
      const told = await form(userId)
      request = { begun: NOTHING, bytes: told.filled(told.body).length, type: FORM, headers }
      return told
    },
  }
  const heard: Exchange['heard'] = (attempt, told) => {
    const name = upstreamIdIn(told)
    if (name !== null) upstream.set(attempt, name)
  }
  const overheard = { ...exchange, body, ...formed, heard, reply: answer.reply }
  let failed = false
  try {
    const ended = await run(overheard)
    failed = ended.status === 'failed' || ended.status === 'refused'
    return ended
  } catch (error) {
    failed = !isGone(signal)
    return refuse(overheard, error)
  } finally {
    const [asked, path] = [request, pathOf(exchange)]
    if (asked)
      captures.put(id, () => captureOf({ at, path, request: asked, answer: answer.heard(), upstream, failed }, capture))
  }
}

type Said = Pick<Capture, 'at' | 'path'> & {
  request: Heard
  answer: Heard
  upstream: ReadonlyMap<number, string>
  failed: boolean
}

function captureOf({ request, answer, upstream, failed, ...rest }: Said, policy: CapturePolicy): Capture {
  const bodies = policy.mostBytes === 0 ? 'level' : failed || !policy.failedOnly ? 'kept' : 'succeeded'
  const side = (heard: Heard, headersOf: typeof keptOfCaller): CapturedBody => ({
    ...(bodies === 'kept' ? textOf(heard, policy.hidden) : NO_TEXT),
    bytes: heard.bytes,
    headers: headersOf(heard.headers, policy.hidden),
  })
  return {
    ...rest,
    bodies,
    request: side(request, keptOfCaller),
    answer: side(answer, keptOfAnswer),
    upstream: Array.from(upstream, ([attempt, id]) => ({ attempt, id })),
  }
}

/** With the form of the answer, which one protocol asks for in the query; the rest of that may be a key. */
function pathOf({ path, query }: Exchange): string {
  const form = query.get('alt')
  return redact(path) + (form === 'sse' || form === 'json' ? `?alt=${form}` : '')
}

const NOTHING = Buffer.alloc(0)
const FORM = 'multipart/form-data'
const JSON_BEGINS = /^\s*[{[]/

function heardOf(whole: Buffer, most: number, headers: Exchange['headers']): Heard {
  // JSON is read as JSON whatever the caller calls it.
  const isJson = JSON_BEGINS.test(whole.toString('latin1', 0, 64))
  const type = isJson ? 'application/json' : headers['content-type']
  // A copy, since the body gives back its memory as soon as it has been sent on.
  return { begun: ownCopy(whole.subarray(0, most)), bytes: whole.length, type, headers }
}

type Text = Pick<CapturedBody, 'text' | 'cut' | 'redacted'>
const NO_TEXT: Text = { text: '', cut: false, redacted: false }

/** Pictures and sound are not kept, nor are forms. */
function textOf({ begun, bytes, type = 'application/json' }: Heard, hidden: CapturePolicy['hidden']): Text {
  if (!/json|text|event-stream/.test(type)) return NO_TEXT
  const cut = bytes > begun.length
  const said = begun.toString('utf8')
  const shown = /json|event-stream/.test(type) ? hideValues(said, hidden) : said
  const text = cut ? redactBegun(shown) : redact(shown)
  return { text, cut, redacted: text !== said }
}

/** A reply that remembers the beginning of what was written to it. */
function listening(reply: Reply, most: number): { reply: Reply; heard(): Heard } {
  const parts: Buffer[] = []
  let kept = 0
  let bytes = 0
  let type: string | undefined
  let headers: Heard['headers'] = {}
  const note = (told: Uint8Array | string | undefined) => {
    if (told === undefined) return
    bytes += Buffer.byteLength(told)
    if (kept >= most) return
    // A copy: what is written may lie in memory that is used again.
    const part = Buffer.from(told as Uint8Array).subarray(0, most - kept)
    parts.push(part)
    kept += part.length
  }
  return {
    heard: () => ({ begun: Buffer.concat(parts), bytes, type, headers }),
    reply: {
      get headersSent() {
        return reply.headersSent
      },
      get socket() {
        return reply.socket
      },
      writeHead(status, told) {
        type = String(told['content-type'] ?? '')
        headers = told
        return reply.writeHead(status, told)
      },
      write(told) {
        note(told)
        return reply.write(told)
      },
      end(told) {
        note(told)
        return reply.end(told)
      },
      destroy: () => reply.destroy(),
      once: (event, listener) => reply.once(event, listener),
      off: (event, listener) => reply.off(event, listener),
    },
  }
}
