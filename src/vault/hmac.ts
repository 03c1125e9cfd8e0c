import { createHmac } from 'node:crypto'

/** HMAC-SHA-256 of a text with a key that somebody else knows too, as receivers of notifications check it. */
export function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}
