import { NO_USAGE } from '../core/usage.ts'
import type { Seen, Tap } from '../protocols/protocol.ts'
import type { Came } from './as-answered.ts'
import { patienceMs } from './drains.ts'
import { type FailureClass, UpstreamFailure } from './failure.ts'
import { known } from './routing/words.ts'
import type { UpstreamAnswer } from './upstream-answer.ts'

/** The bytes before the first content; more than this without any content is no answer. */
const MAX_HELD_BYTES = 256 * 1024
/** A response begins with events that repeat its instructions and tools, written less tightly than they were sent. */
const ECHOES = 4
const MAX_ECHO_BYTES = 8 * 1024 * 1024

/**
 * Pulls until content has come, or the answer is whole; what came is held, so that another candidate could still be asked.
 * Throws an UpstreamFailure when it is none.
 */
export async function firstContent(
  { answer, turn, first }: Came,
  tap: Tap,
  leftMs: () => number,
): Promise<{ held: Buffer[]; whole: boolean }> {
  const { stream, goesOutAsItComes = false, body, translated } = turn
  const held: Buffer[] = []
  const most = MAX_HELD_BYTES + Math.min(ECHOES * body.length, MAX_ECHO_BYTES)
  let size = 0
  let early = first
  for (;;) {
    const chunk = early ?? (await nextOf(answer, tap, { gathers: !stream, withinMs: leftMs() }))
    early = null
    const bytes = chunk ? tap.push(chunk) : tap.flush()
    if (bytes.length > 0 && (chunk || !stream || tap.seen.terminal)) held.push(bytes)
    size += bytes.length
    if (!translated && !(stream && tap.seen.content) && saysCallers(tap.seen)) {
      // It is told as it came, and costs no more than the upstream says.
      tap.seen.usage ??= NO_USAGE
      return { held, whole: !chunk }
    }
    const fault = faultOf(tap, { stream, ended: !chunk, tooMuch: size > most })
    if (fault) throw new UpstreamFailure(fault, { said: known(tap.seen.failure ?? '') })
    // A stream that came all at once goes out all at once.
    const isEnough = stream || goesOutAsItComes ? tap.seen.content && !answer.isAtEnd : size > MAX_HELD_BYTES
    if (!chunk || isEnough) return { held, whole: !chunk }
  }
}

type Waiting = { gathers: boolean; withinMs: number }

/** The next bytes; of events that are gathered, the end too when all has been said and no more comes. */
function nextOf(answer: UpstreamAnswer, tap: Tap, { gathers, withinMs }: Waiting): Promise<Buffer | null> {
  if (!gathers || !tap.seen.terminal) return answer.next(withinMs, 'first_token_timeout')
  return answer.next(patienceMs(tap, withinMs), 'idle_timeout').catch((error: unknown) => {
    if (error instanceof UpstreamFailure && LATE.has(error.class)) return null
    throw error
  })
}

/** Ways to break off that take nothing away from what was whole. */
const LATE: ReadonlySet<FailureClass> = new Set(['idle_timeout', 'reset'])

/** Whether a failure inside an answer says what is wrong with the caller's own request. */
function saysCallers({ failure, callers }: Seen): boolean {
  return failure !== null && (callers === true || known(failure)?.meaning === 'callers')
}

/** What is wrong with an answer of which nothing has gone out yet; null while it may still become one. */
function faultOf(
  { seen }: Tap,
  { stream, ended, tooMuch }: { stream: boolean; ended: boolean; tooMuch: boolean },
): FailureClass | null {
  if (seen.failure && !(stream && seen.content)) return 'in_band'
  if (ended && !(stream ? seen.content : seen.terminal)) return 'bad_answer'
  return stream && !seen.content && tooMuch ? 'bad_answer' : null
}
