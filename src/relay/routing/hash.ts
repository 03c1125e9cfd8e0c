const utf8 = new TextEncoder()

/** A 64-bit hash of some parts in hexadecimal: two 32-bit lanes that multiply and mix, good for telling apart, no secret. */
export function hash64(parts: readonly (string | Uint8Array)[]): string {
  let high = 0xdeadbeef
  let low = 0x41c6ce57
  const add = (byte: number) => {
    high = Math.imul(high ^ byte, 0x9e3779b1)
    low = Math.imul(low ^ byte, 0x5f356495)
  }
  for (const part of parts) {
    for (const byte of typeof part === 'string' ? utf8.encode(part) : part) add(byte)
    // No byte of UTF-8: "ab" and "c" are not "a" and "bc".
    add(0x1ff)
  }
  high = Math.imul(high ^ (high >>> 16), 0x85ebca6b) ^ Math.imul(low ^ (low >>> 13), 0xc2b2ae35)
  low = Math.imul(low ^ (low >>> 16), 0x85ebca6b) ^ Math.imul(high ^ (high >>> 13), 0xc2b2ae35)
  return hex(high) + hex(low)
}

function hex(lane: number): string {
  return (lane >>> 0).toString(16).padStart(8, '0')
}
