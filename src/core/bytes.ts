/** A copy in memory of its own: what is kept for long must not hold on to a socket's chunk or to a pool. */
export function ownCopy(bytes: Uint8Array): Buffer<ArrayBuffer> {
  const copy = Buffer.allocUnsafeSlow(bytes.length)
  copy.set(bytes)
  return copy
}

/** Chunks as one, in memory of its own: a short one in a pool would keep all of that alive as long as it is needed. */
export function joined(chunks: readonly Buffer[]): Buffer {
  const [first] = chunks
  const whole = first && chunks.length === 1 ? first : Buffer.concat(chunks)
  return whole.length === whole.buffer.byteLength ? whole : ownCopy(whole)
}

/** Half a kilobyte holds nearly every event of a live stream. */
const SMALL_BYTES = 512
const BLOCK_BYTES = 4096

let block = Buffer.allocUnsafeSlow(BLOCK_BYTES)
let taken = 0

/**
 * Memory for a piece of a stream, not yet written. Small pieces share a block, at a quarter of what memory of their own costs;
 * one that `waits` behind others has its own, since it would keep the whole block.
 */
export function pieceOf(length: number, waits: boolean): Buffer<ArrayBuffer> {
  if (waits || length > SMALL_BYTES) return Buffer.allocUnsafeSlow(length)
  if (taken + length > BLOCK_BYTES) {
    block = Buffer.allocUnsafeSlow(BLOCK_BYTES)
    taken = 0
  }
  const piece = block.subarray(taken, taken + length)
  taken += length
  return piece
}

/** Bytes that may have to wait for long: the same, copied where they would keep more than twice their memory. */
export const keeping = (bytes: Buffer): Buffer => (bytes.buffer.byteLength > 2 * bytes.length ? ownCopy(bytes) : bytes)

/** A chunk that is shorter costs some hundred bytes beside its own; so much of a body is kept together. */
const GATHERED_BYTES = 1024

/** Memory in which chunks are gathered, none of which is anybody else's. */
const gathering = new WeakSet<ArrayBufferLike>()

/** Adds a chunk that has come of a body; what comes in a million pieces of a byte would take the memory of a body that is far larger. */
export function gather(chunks: Uint8Array[], chunk: Uint8Array): void {
  const last = chunks.at(-1)
  if (!last || chunk.length >= GATHERED_BYTES) return void chunks.push(chunk)
  const length = last.length + chunk.length
  if (length <= GATHERED_BYTES && gathering.has(last.buffer)) {
    const longer = Buffer.from(last.buffer, 0, length)
    longer.set(chunk, last.length)
    chunks[chunks.length - 1] = longer
    return
  }
  const memory = Buffer.allocUnsafeSlow(GATHERED_BYTES)
  gathering.add(memory.buffer)
  memory.set(chunk)
  chunks.push(memory.subarray(0, chunk.length))
}
