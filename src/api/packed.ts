import { promisify } from 'node:util'
import { gzip } from 'node:zlib'

/** Below this an answer goes in a packet or two however it is written, and what is told once, such as a new key, is packed with nothing. */
const SMALLEST = 4096

const utf8 = new TextEncoder()
const pack = promisify(gzip)

/** The quickest, which takes half of the usual level's time for a fifth more: the core is the relay's first. */
const QUICK = { level: 1 }

/**
 * An answer in JSON, packed where its caller takes gzip and it is long. What lengths tell of packed secrets (BREACH) takes a page
 * that can ask in a user's name, and no other origin has the token that is sent along.
 */
export async function jsonAnswer(answer: unknown, status: number, accepted: string | null): Promise<Response> {
  const bytes = utf8.encode(JSON.stringify(answer))
  const headers = { 'content-type': 'application/json' }
  if (bytes.length < SMALLEST) return new Response(bytes, { status, headers })
  const vary = { ...headers, vary: 'accept-encoding' }
  if (!/\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i.test(accepted ?? ''))
    return new Response(bytes, { status, headers: vary })
  return new Response(await pack(bytes, QUICK), { status, headers: { ...vary, 'content-encoding': 'gzip' } })
}
