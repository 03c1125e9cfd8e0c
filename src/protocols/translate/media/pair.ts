import type { Usage } from '../../../core/usage.ts'
import type { Incoming } from '../../protocol.ts'
import type { AnswerAbout } from '../codec.ts'

/** A request for pictures, sound or a transcript that is to be asked in another protocol than the caller's. */
export type Asking = {
  incoming: Incoming
  stream: boolean
  /** What the upstream calls the model. */
  upstreamName: string
  about: Pick<AnswerAbout, 'id' | 'created' | 'model'>
}

/** The same request in the upstream's protocol, and how its answer, which comes whole, is told to the caller. */
type Spoken = {
  path: string
  body: Uint8Array
  /** Absent for JSON. */
  contentType?: string
  dropped: readonly string[]
  /** What the answer is to the caller. */
  answerType: string
  /** The answer for the caller; null when it is none. Throws `content_filtered` when the model would not do what was asked. */
  write: (answer: Buffer, usage: Usage) => Buffer | null
}

/**
 * A pair of protocols between which a request goes without the neutral form, which has words for conversations only. Throws
 * `body_invalid` for what is malformed and `not_translatable` for what cannot be carried.
 */
export type Pair = (asking: Asking) => Spoken
