import { hash, randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const PREFIX = 'sk-ym-'
const SECRET_BYTES = 30
const SECRET_CHARS = 40
const CHECK_CHARS = 6
const KEY_BYTES = PREFIX.length + SECRET_CHARS + CHECK_CHARS
const SHAPE = /^sk-ym-[0-9A-Za-z]{46}$/

/** Gives `size` unpredictable bytes. */
export type Random = (size: number) => Buffer

/** A new user key: `sk-ym-`, 40 base62 characters made of 30 random bytes, and 6 of the CRC-32 over all before them. */
export function newUserKey(random: Random = randomBytes): string {
  const body = PREFIX + base62(BigInt(`0x${random(SECRET_BYTES).toString('hex')}`), SECRET_CHARS)
  return body + checksum(body)
}

/** Whether a text has the shape and the checksum of a user key; it says so without any look-up. */
export function looksLikeUserKey(text: string): boolean {
  return SHAPE.test(text) && checksum(text.slice(0, -CHECK_CHARS)) === text.slice(-CHECK_CHARS)
}

/** Hashes whole user keys for storage and look-up: HMAC-SHA-256 with the pepper, as base64url. */
export function keyHasher(pepper: Buffer): (key: string) => string {
  // RFC 2104 in two calls over one piece of memory each: an Hmac object for each request costs more than the hashing.
  const pad = padded(pepper, 0x36)
  const inner = Buffer.concat([pad], BLOCK_BYTES + KEY_BYTES)
  const outer = Buffer.concat([padded(pepper, 0x5c)], BLOCK_BYTES + HASH_BYTES)
  const innerOf = (key: string) => {
    if (Buffer.byteLength(key) !== KEY_BYTES) return Buffer.concat([pad, Buffer.from(key)])
    inner.write(key, BLOCK_BYTES)
    return inner
  }
  return (key) => {
    outer.write(hash('sha256', innerOf(key), 'latin1'), BLOCK_BYTES, 'latin1')
    return hash('sha256', outer, 'base64url')
  }
}

const BLOCK_BYTES = 64
const HASH_BYTES = 32

/** A secret as HMAC lays it over a block of one repeated byte. */
function padded(secret: Buffer, byte: number): Buffer {
  const key = secret.length > BLOCK_BYTES ? hash('sha256', secret, 'buffer') : secret
  return Buffer.alloc(BLOCK_BYTES, byte).map((pad, at) => pad ^ (key[at] ?? 0)) as Buffer
}

/** What of a key may be kept and shown: enough to recognise it, not to use it. */
export function shownParts(key: string): { prefix: string; last4: string } {
  return { prefix: key.slice(0, PREFIX.length + 4), last4: key.slice(-4) }
}

function checksum(body: string): string {
  let rest = crc32(body)
  let text = ''
  for (let i = 0; i < CHECK_CHARS; i += 1) {
    text = DIGITS[rest % 62] + text
    rest = Math.floor(rest / 62)
  }
  return text
}

/** The lowest `length` base62 digits of a number, most significant first. */
export function base62(value: bigint, length: number): string {
  let rest = value
  let text = ''
  while (text.length < length) {
    text = DIGITS[Number(rest % 62n)] + text
    rest /= 62n
  }
  return text
}
