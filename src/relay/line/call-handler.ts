import type { Fields } from './response-head.ts'

/** What a call can do to its connection. */
export type CallControl = {
  /** Reads on after `onBody` said to hold back. */
  resume(): void
  /** Ends the call; nothing is heard of it any more. */
  abort(): void
  /** Lets somebody else hear the rest, read on if it was held back. Absent: to end the call costs no connection. */
  handOver?(to: CallHandler): void
}

/** What a call hears of its way, in this order: it waits, its request goes out, the answer comes, and it ends in one of two ways. */
export type CallHandler = {
  /** Nobody waits for it any more. */
  readonly isOver: boolean
  onWaiting(control: CallControl): void
  onSending(control: CallControl): void
  onHead(status: number, fields: Fields): void
  /** Bytes in memory that is written over when this returns; false: they are enough for now. */
  onBody(bytes: Buffer, from: number, to: number): boolean
  onEnd(): void
  onError(error: Error): void
}
