import type { KeyEntry } from './directory.ts'
import type { Micros, Nanos } from './money.ts'

/** What upstreams keep for callers, by the names their protocols give it. */
export type PinKind = 'file' | 'anthropic-file' | 'gemini-file' | 'batch' | 'message-batch' | 'response' | 'interaction'

/** What the requests of a batch are expected to use, in tokens; `costNanos` is null in a file of them, which costs nothing by itself. */
export type Expected = { input: number; output: number; costNanos: Nanos | null }

/** Something an upstream keeps: whose it is, and where alone it can be asked for. Times are epoch milliseconds. */
export type Pin = {
  /** As the upstream named it. */
  id: string
  kind: PinKind
  userId: string
  /** The key it was made with, which pays for it. */
  keyId: string
  providerId: string
  endpointId: string
  credentialId: string
  /** The catalogue's name of the model that it is for; null when it is for none, or nobody looked. */
  model: string | null
  /** Bytes of the requests in it; null where they are no matter. */
  size: number | null
  /** Null: it is neither a batch nor a file for one, or older than this was written down. */
  expected: Expected | null
  /** The factor on prices of whoever made it, at which a batch is charged; null: it is a response, or older than this was written down. */
  multiplierMicros: Micros | null
  createdAt: number
  /** When what it used was charged; null: not yet, or never. */
  billedAt: number | null
}

/** What all keys of a user have in common for the bill: the group, whose limits count, and its factor on prices. */
export type UserTerms = Pick<KeyEntry, 'groupId' | 'multiplierMicros'>
