import { createHmac, randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const PREFIX = 'sk-ym-'
const SECRET_BYTES = 30
const SECRET_CHARS = 40
const CHECK_CHARS = 6
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
  return (key) => createHmac('sha256', pepper).update(key).digest('base64url')
}

/** What of a key may be kept and shown: enough to recognise it, not to use it. */
export function shownParts(key: string): { prefix: string; last4: string } {
  return { prefix: key.slice(0, PREFIX.length + 4), last4: key.slice(-4) }
}

function checksum(body: string): string {
  return base62(BigInt(crc32(body)), CHECK_CHARS)
}

/** The lowest `length` base62 digits of a number, most significant first. */
function base62(value: bigint, length: number): string {
  let rest = value
  let text = ''
  while (text.length < length) {
    text = DIGITS[Number(rest % 62n)] + text
    rest /= 62n
  }
  return text
}
