import type { Capture, CapturedBody } from '../core/captures.ts'
import type { RelayPolicy } from '../core/policy.ts'
import { redact } from '../core/redact.ts'
import type { Exchange, Reply } from './exchange.ts'
import { keptOfAnswer, keptOfCaller, upstreamIdIn } from './kept-headers.ts'

/** Where bodies are kept, and how many bytes of them. */
export type Capturing = {
  captures: { put(requestId: string, capture: Capture): void }
  /** How much of each side is kept at this time; 0: nothing. */
  policy: () => Pick<RelayPolicy, 'captureBytes'>
}

type Run<T> = (exchange: Exchange) => Promise<T>
type Refuse<T> = (exchange: Exchange, error: unknown) => T

/**
 * Runs a request and keeps what was said in it, once its caller is known: nobody else can fill the disk. A refusal is said as well:
 * where something is kept, `refuse` answers what `run` throws; else it goes on.
 */
export function capturing<T, R = never>(
  exchange: Exchange,
  { captures, policy }: Capturing,
  run: Run<T>,
  refuse: Refuse<R> = goOn,
): Promise<T | R> {
  const mostBytes = policy().captureBytes
  return mostBytes === 0 ? run(exchange) : captured(exchange, { captures, mostBytes }, run, refuse)
}

function goOn(_exchange: Exchange, error: unknown): never {
  throw error
}

async function captured<T, R>(
  exchange: Exchange,
  { captures, mostBytes }: Pick<Capturing, 'captures'> & { mostBytes: number },
  run: Run<T>,
  refuse: Refuse<R>,
): Promise<T | R> {
  const answer = listening(exchange.reply, mostBytes)
  const headers = keptOfCaller(exchange.headers)
  const upstream = new Map<number, string>()
  let request: CapturedBody | null = null
  const body: Exchange['body'] = async (userId) => {
    const read = await exchange.body(userId)
    request = { ...begunWith(read.bytes, mostBytes, exchange.headers['content-type']), headers }
    return read
  }
  const { form } = exchange
  const formed = form && {
    form: async (userId: string) => {
      const told = await form(userId)
      request = { text: '', bytes: told.filled(told.body).length, cut: false, redacted: false, headers }
      return told
    },
  }
  const heard: Exchange['heard'] = (attempt, told) => {
    const id = upstreamIdIn(told)
    if (id !== null) upstream.set(attempt, id)
  }
  const overheard = { ...exchange, body, ...formed, heard, reply: answer.reply }
  try {
    return await run(overheard)
  } catch (error) {
    return refuse(overheard, error)
  } finally {
    if (request)
      captures.put(exchange.id, {
        at: exchange.at,
        path: pathOf(exchange),
        request,
        answer: answer.said(),
        upstream: Array.from(upstream, ([attempt, id]) => ({ attempt, id })),
      })
  }
}

/** With the form of the answer, which one protocol asks for in the query; the rest of that may be a key. */
function pathOf({ path, query }: Exchange): string {
  const form = query.get('alt')
  return redact(path) + (form === 'sse' || form === 'json' ? `?alt=${form}` : '')
}

const JSON_BEGINS = /^\s*[{[]/

type Said = Omit<CapturedBody, 'headers'>

function begunWith(whole: Buffer, most: number, told: string | undefined): Said {
  // JSON is read as JSON whatever the caller calls it.
  const type = JSON_BEGINS.test(whole.toString('latin1', 0, 64)) ? 'application/json' : told
  return { ...textOf(whole.subarray(0, most), type), bytes: whole.length, cut: whole.length > most }
}

/** Pictures and sound are not kept, nor are forms. */
function textOf(bytes: Buffer, type: string | undefined): Pick<Said, 'text' | 'redacted'> {
  if (!/json|text|event-stream/.test(type ?? 'application/json')) return { text: '', redacted: false }
  const said = bytes.toString('utf8')
  const text = redact(said)
  return { text, redacted: text !== said }
}

/** A reply that remembers the beginning of what was written to it. */
function listening(reply: Reply, most: number): { reply: Reply; said(): CapturedBody } {
  const parts: Buffer[] = []
  let kept = 0
  let size = 0
  let type: string | undefined
  let told: Record<string, string> = {}
  const note = (bytes: Uint8Array | string | undefined) => {
    if (bytes === undefined) return
    size += Buffer.byteLength(bytes)
    if (kept >= most) return
    // A copy: what is written may lie in memory that is used again.
    const part = Buffer.from(bytes as Uint8Array).subarray(0, most - kept)
    parts.push(part)
    kept += part.length
  }
  return {
    said: () => ({ ...textOf(Buffer.concat(parts), type), bytes: size, cut: size > most, headers: told }),
    reply: {
      get headersSent() {
        return reply.headersSent
      },
      get socket() {
        return reply.socket
      },
      writeHead(status, headers) {
        type = String(headers['content-type'] ?? '')
        told = keptOfAnswer(headers)
        return reply.writeHead(status, headers)
      },
      write(bytes) {
        note(bytes)
        return reply.write(bytes)
      },
      end(bytes) {
        note(bytes)
        return reply.end(bytes)
      },
      destroy: () => reply.destroy(),
      once: (event, listener) => reply.once(event, listener),
      off: (event, listener) => reply.off(event, listener),
    },
  }
}
