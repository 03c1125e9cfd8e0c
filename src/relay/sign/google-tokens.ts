import { createPrivateKey, sign } from 'node:crypto'
import { z } from 'zod'
import { asRecord, parseJson } from '../../core/json.ts'
import { MINUTE_MS, SECOND_MS } from '../../core/time.ts'
import { UpstreamFailure } from '../failure.ts'

/** What a service account's JSON says; `token_uri` is Google's own unless it names another. */
const serviceAccount = z.object({
  client_email: z.string().min(1),
  private_key: z.string().min(1),
  private_key_id: z.string().optional(),
  token_uri: z.url().default('https://oauth2.googleapis.com/token'),
})
type ServiceAccount = z.infer<typeof serviceAccount>

/** Buys a token: posts a form and answers the status and the body. */
export type Exchange = (url: URL, form: string) => Promise<{ status: number; body: string }>

/** Access tokens of service accounts, one purchase for each until shortly before it expires. */
export type GoogleTokens = (credential: string, exchange: Exchange) => Promise<string>

const SCOPE = 'https://www.googleapis.com/auth/cloud-platform'
const GRANT = 'urn:ietf:params:oauth:grant-type:jwt-bearer'
const ASSERTION_S = 3600
/** A token that is about to expire may do so on its way. */
const SPARE_MS = 5 * MINUTE_MS
/** More accounts than this nobody has: the oldest are bought anew. */
const MOST_TOKENS = 1000

type Token = { value: string; untilMs: number }

/** Tokens of the OAuth 2.0 service account flow (RFC 7523), kept in memory. */
export function createGoogleTokens(now: () => number): GoogleTokens {
  const kept = new Map<string, Promise<Token>>()
  return async (credential, exchange) => {
    const known = await kept.get(credential)?.catch(() => undefined)
    if (known && known.untilMs > now()) return known.value
    const running = kept.get(credential)
    // Another request may have begun to buy while this one looked.
    const latest = running && (await settledOf(running)) === known ? undefined : running
    const bought = latest ?? buy(credential, exchange, now)
    kept.set(credential, bought)
    const [oldest] = kept.keys()
    if (kept.size > MOST_TOKENS && oldest !== undefined) kept.delete(oldest)
    return (await bought).value
  }
}
