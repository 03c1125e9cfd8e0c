import type { Seen } from '../protocols/protocol.ts'
import type { Stop } from '../core/stop.ts'
import { EVENT_TOO_LARGE } from '../protocols/sse.ts'
import type { Outgoing } from './deliver.ts'
import { patienceMs } from './drains.ts'
import { type Reply, STALLED_MS } from './exchange.ts'
import { abortClass, type FailureClass, failureOf, UpstreamFailure } from './failure.ts'

/** Moves bytes until the answer ends; returns why it ended early, or null. */
export async function flow(outgoing: Outgoing): Promise<FailureClass | null> {
  const { exchange, held, whole, tap } = outgoing
  try {
    // Taken out one by one: what has been written must not stay in memory as long as the stream lasts.
    for (let bytes = held.shift(); bytes; bytes = held.shift()) await write(exchange.reply, bytes, exchange.signal)
    if (whole || tap.seen.failure) return endingOf(outgoing)
    return await new Passing(outgoing).untilEnd()
  } catch (error) {
    return exchange.signal.aborted ? abortClass(exchange.signal) : failureOf(error).class
  }
}

/** Passes on what comes, in the turn in which it comes where the upstream hands it over so: to wait for each event would cost it a turn of its own. */
class Passing {
  readonly #outgoing: Outgoing
  /** Undefined while it goes on. */
  #ending: FailureClass | null | undefined = undefined
  /** What has been written last is more than the reader takes at once. */
  #drained: Promise<void> | null = null
  #isLast = false

  constructor(outgoing: Outgoing) {
    this.#outgoing = outgoing
  }

  async untilEnd(): Promise<FailureClass | null> {
    const { answer } = this.#outgoing
    while (this.#ending === undefined) {
      if (answer.each) await answer.each(this.#take, this.#withinMs, 'idle_timeout')
      else this.#take(await answer.next(this.#withinMs(), 'idle_timeout'))
      if (!this.#drained) continue
      await this.#drained
      this.#drained = null
      this.#goesOn()
    }
    return this.#ending
  }

  readonly #withinMs = (): number => {
    const { tap, idleMs } = this.#outgoing
    return patienceMs(tap, idleMs)
  }

  /** Passes a piece on, or what is left at the end; false: the next one has to wait, or there is none. */
  readonly #take = (chunk: Buffer | null): boolean => {
    const { exchange, tap, mayGoOut } = this.#outgoing
    const bytes = chunk ? tap.push(chunk) : tap.flush()
    // The beginning of an event that never ended is no use to the caller, and would spoil the error that follows it.
    if (!chunk && truncated(this.#outgoing)) return this.#end('bad_answer')
    // A caller who has left cannot be cut off any more.
    if (!mayGoOut()) return this.#end(exchange.signal.aborted ? abortClass(exchange.signal) : 'cut_off')
    this.#isLast = chunk === null
    this.#drained = write(exchange.reply, bytes, exchange.signal)
    return this.#drained === null && this.#goesOn()
  }

  #goesOn(): boolean {
    const { exchange, tap } = this.#outgoing
    if (tap.seen.failure) return this.#end(failedAs(tap.seen))
    if (this.#isLast) return this.#end(null)
    // What the upstream has sent meanwhile must not be read: it would be charged.
    return exchange.signal.aborted ? this.#end(abortClass(exchange.signal)) : true
  }

  #end(ending: FailureClass | null): false {
    this.#ending = ending
    return false
  }
}

/** Why an answer of which all has come ended early, or null. */
export function endingOf(outgoing: Outgoing): FailureClass | null {
  const { seen } = outgoing.tap
  if (seen.failure) return failedAs(seen)
  return truncated(outgoing) ? 'bad_answer' : null
}

/** A failure the upstream told has gone out with its bytes; that an event is too large only we know. */
function failedAs({ failure }: Seen): FailureClass {
  return failure === EVENT_TOO_LARGE ? 'too_large' : 'in_band'
}

function truncated({ turn, tap }: Outgoing): boolean {
  return turn.stream && !tap.seen.terminal
}

/** Writes bytes at the reader's pace; throws an UpstreamFailure when they leave, as reading on would. */
export function write(reply: Reply, bytes: Buffer, signal: Stop): Promise<void> | null {
  if (bytes.length === 0 || reply.write(bytes)) return null
  if (signal.aborted) throw new UpstreamFailure(abortClass(signal))
  // The socket's own timer knows whether bytes still move; when it runs out, node closes the connection and the signal fires.
  reply.socket?.setTimeout(STALLED_MS)
  return new Promise((resolve, reject) => {
    const onDrain = () => {
      signal.removeEventListener('abort', onGone)
      reply.socket?.setTimeout(0)
      resolve()
    }
    const onGone = () => {
      reply.off('drain', onDrain)
      // What has been cut off has an end yet to be taken, and a connection may have other answers.
      reply.socket?.setTimeout(0)
      reject(new UpstreamFailure(abortClass(signal)))
    }
    reply.once('drain', onDrain)
    signal.addEventListener('abort', onGone, { once: true })
  })
}
