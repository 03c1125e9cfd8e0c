import type { Pin, PinKind, UserTerms } from '../../core/pin.ts'
import type { Price } from '../../core/price.ts'

/** Where it is written down what upstreams keep, and for whom. */
export type Pins = {
  /** Adds one; what is there already stays as it is. */
  add(pin: Pin): Promise<void>
  /** A user's own. */
  find(kind: PinKind, id: string, userId: string): Promise<Pin | undefined>
  /** A user's own, newest first, after the one with this id. */
  list(query: { kind: PinKind; userId: string; limit: number; after?: string | undefined }): Promise<Pin[]>
  remove(pin: Pin): Promise<void>
  /** Batches of anybody that are not charged yet, as long as their results can be had: a page of the oldest, or of those after one. */
  unbilled(after?: Pin): Promise<Pin[]>
  /** Notes that what it used is charged. */
  billed(pin: Pin, at: number): Promise<void>
  /** Whether the row of a bill by this id is stored. */
  isCharged(billId: string): Promise<boolean>
  /** What a user pays by, whichever key they use; undefined when they are gone. */
  termsOf(userId: string): Promise<UserTerms | undefined>
  /** What a model cost at a time (epoch milliseconds), though it may be gone; null where it had no price. */
  priceOf(modelId: string, at: number): Promise<Price | null>
}
