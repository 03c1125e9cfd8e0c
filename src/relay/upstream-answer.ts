import type { IncomingHttpHeaders } from 'node:http'
import type { FailureClass } from './failure.ts'

/** An upstream's answer whose body is pulled chunk by chunk; what is not pulled stays in the upstream's socket. */
export type UpstreamAnswer = {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  /** The next bytes, null at the end; throws an UpstreamFailure when the answer breaks or takes longer than `withinMs`. */
  next(withinMs: number, late: FailureClass): Promise<Buffer | null>
  /** Ends the call now; a no-op when it has ended. */
  cancel(reason: FailureClass): void
}
