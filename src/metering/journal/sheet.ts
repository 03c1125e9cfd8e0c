import { mostBytesOf, writeLine, type WrittenLine } from './line.ts'

/** Some fifty requests; a larger one would come from memory that the system clears first. */
const SHEET_BYTES = 64 * 1024
const EMPTY = Buffer.alloc(0)

/**
 * Lines that wait to be written, as the bytes they will be. What was taken stays as it is for whoever keeps it: the sheet is written
 * on behind it, and when it is full there is a new one.
 */
export class Sheet {
  #bytes: Buffer = EMPTY
  #start = 0
  #end = 0
  #count = 0

  /** How many lines wait. */
  get count(): number {
    return this.#count
  }

  /** All that wait, one after the other. */
  get lines(): Buffer {
    return this.#bytes.subarray(this.#start, this.#end)
  }

  put(line: WrittenLine): void {
    const most = mostBytesOf(line)
    if (this.#end + most > this.#bytes.length) this.#begin(most)
    this.#end = writeLine(this.#bytes, this.#end, line)
    this.#count += 1
  }

  /** None of them waits any more. */
  taken(): void {
    this.#start = this.#end
    this.#count = 0
    // One that grew while nothing could be written is not kept.
    if (this.#bytes.length > SHEET_BYTES) this.#turn(EMPTY)
  }

  /** A new sheet for those that wait and as many bytes more; of many that wait twice as many, or each would be copied for each. */
  #begin(more: number): void {
    const waiting = this.lines
    const bytes = Buffer.allocUnsafeSlow(Math.max(SHEET_BYTES, 2 * waiting.length + more))
    this.#turn(bytes, waiting.copy(bytes))
  }

  #turn(bytes: Buffer, end = 0): void {
    this.#bytes = bytes
    this.#start = 0
    this.#end = end
  }
}
