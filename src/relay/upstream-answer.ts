import type { IncomingHttpHeaders } from 'node:http'
import type { Seen } from '../protocols/protocol.ts'
import type { FailureClass } from './failure.ts'

/** Takes the next bytes of an answer, or its end; false: no more for now. */
export type Take = (chunk: Buffer | null) => boolean

/** Who knows how far an answer has come: its tap. */
export type Said = { readonly seen: Pick<Seen, 'terminal' | 'usage' | 'failure'> }

/** Whether nothing that counts can come any more. */
export function isAllSaid(said: Said | null): boolean {
  const seen = said?.seen
  return seen !== undefined && seen.terminal && seen.usage !== null && seen.failure === null
}

/** An upstream's answer whose body is pulled chunk by chunk; what is not pulled stays in the upstream's socket. */
export type UpstreamAnswer = {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  /** The access token it was asked with, where one was bought with the credential; absent: none was. */
  shown?: string | undefined
  /** All of it has been pulled and its end has come in good order, which the next pull tells at once. Absent: nobody knows. */
  readonly isAtEnd?: boolean
  /** The next bytes, null at the end; throws an UpstreamFailure when the answer breaks or takes longer than `withinMs`. */
  next(withinMs: number, late: FailureClass): Promise<Buffer | null>
  /**
   * Hands on what comes, null at the end, in the turn in which it comes, until `take` has had enough; resolves then, and rejects as
   * `next` does, each wait `withinMs` long at most. Absent: it can be pulled alone.
   */
  each?: (take: Take, withinMs: () => number, late: FailureClass) => Promise<void>
  /** Names who knows whether all has been said: a caller who leaves after that does not cut the call off. Absent: they always do. */
  runsOutOnce?: (said: Said) => void
  /** Ends the call now; a no-op when it has ended. */
  cancel(reason: FailureClass): void
}
