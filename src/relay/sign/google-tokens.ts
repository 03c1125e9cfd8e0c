import { createPrivateKey, sign } from 'node:crypto'
import { z } from 'zod'
import { asRecord, parseJson } from '../../core/json.ts'
import { Latest } from '../../core/latest.ts'
import { MINUTE_MS, SECOND_MS } from '../../core/time.ts'
import { UpstreamFailure } from '../failure.ts'

/** A service account's key file, as far as tokens need it. */
const serviceAccount = z.object({
  client_email: z.string().min(1),
  private_key: z.string().min(1),
  private_key_id: z.string().optional(),
  token_uri: z.url({ protocol: /^https?$/ }).default('https://oauth2.googleapis.com/token'),
})
type ServiceAccount = z.infer<typeof serviceAccount>

/** Posts a form to where tokens are sold. */
export type Shop = (url: URL, form: string) => Promise<{ status: number; body: string }>

/** The access token a service account's JSON is good for now; throws an UpstreamFailure. */
type GoogleTokens = ((credential: string, shop: Shop) => Promise<string>) & {
  /** A token was refused: another is bought in its place. */
  refused(credential: string, token: string): void
}

const SCOPE = 'https://www.googleapis.com/auth/cloud-platform'
const GRANT = 'urn:ietf:params:oauth:grant-type:jwt-bearer'
const ASSERTION_S = 3600
/** A token that is about to expire may do so on its way. */
const SPARE_MS = 5 * MINUTE_MS
/** More accounts than this nobody has; the oldest would be bought anew. */
const MOST_TOKENS = 1000

/** Where a new token cannot be bought, the one in hand is used so long before it is tried again. */
const AGAIN_MS = 30 * SECOND_MS

/** A token, until when no other is bought in its place, and until when it is good. */
type Kept = { token: Promise<string>; value: string | null; untilMs: number; expiresMs: number }

/**
 * Buys tokens by the service account flow (RFC 7523) and keeps them until shortly before they expire, or until they do while no
 * other can be had; who comes meanwhile waits for the same one.
 */
export function createGoogleTokens(now: () => number): GoogleTokens {
  const kept = new Latest<string, Kept>(MOST_TOKENS)
  const bought = (credential: string, shop: Shop): Promise<string> => {
    const known = kept.get(credential)
    if (known && known.untilMs > now()) return known.token
    const fresh: Kept = {
      value: null,
      untilMs: Infinity,
      expiresMs: -Infinity,
      token: buy(credential, shop, now).then(
        ({ value, expiresMs }) => {
          fresh.value = value
          fresh.expiresMs = expiresMs
          fresh.untilMs = expiresMs - SPARE_MS
          return value
        },
        (error: unknown) => {
          fresh.untilMs = -Infinity
          if (!known || known.expiresMs <= now() || isRefusal(error)) throw error
          fresh.value = known.value
          fresh.expiresMs = known.expiresMs
          fresh.untilMs = Math.min(known.expiresMs, now() + AGAIN_MS)
          return known.token
        },
      ),
    }
    kept.set(credential, fresh)
    return fresh.token
  }
  return Object.assign(bought, {
    refused(credential: string, token: string) {
      const known = kept.get(credential)
      // Somebody may have bought another meanwhile.
      if (known && known.value === token) kept.delete(credential)
    },
  })
}

async function buy(credential: string, shop: Shop, now: () => number): Promise<{ value: string; expiresMs: number }> {
  const account = serviceAccount.safeParse(parseJson(credential)).data
  const assertion = account && assertionOf(account, now())
  if (!assertion) throw refused('service_account_unreadable')
  const form = new URLSearchParams({ grant_type: GRANT, assertion }).toString()
  const { status, body } = await shop(new URL(account.token_uri), form)
  const answer = asRecord(parseJson(body))
  // Google says 400 `invalid_grant` and 401 `invalid_client` of accounts that are gone or disabled.
  if (status === 400 || status === 401 || status === 403) throw refused(wordOf(answer.error))
  if (status !== 200 || typeof answer.access_token !== 'string') throw new UpstreamFailure('credential')
  const seconds = Number(answer.expires_in)
  return {
    value: answer.access_token,
    expiresMs: now() + (Number.isFinite(seconds) ? seconds : ASSERTION_S) * SECOND_MS,
  }
}

function refused(word: string): UpstreamFailure {
  return new UpstreamFailure('credential', { said: { word, meaning: 'invalid' } })
}

function isRefusal(error: unknown): boolean {
  return !(error instanceof UpstreamFailure) || error.said !== null
}

/** An OAuth error is a word (RFC 6749, 5.2); what is no word may say anything. */
function wordOf(error: unknown): string {
  return typeof error === 'string' && /^[a-z_]{1,40}$/.test(error) ? error : 'token_refused'
}

/** What the account says of itself, signed; undefined when its key cannot sign. */
function assertionOf(account: ServiceAccount, now: number): string | undefined {
  const issued = Math.floor(now / SECOND_MS)
  const { client_email: iss, token_uri: aud, private_key_id: kid } = account
  const head = part({ alg: 'RS256', typ: 'JWT', ...(kid !== undefined && { kid }) })
  const text = `${head}.${part({ iss, aud, scope: SCOPE, iat: issued, exp: issued + ASSERTION_S })}`
  try {
    const signature = sign('RSA-SHA256', Buffer.from(text), createPrivateKey(account.private_key))
    return `${text}.${signature.toString('base64url')}`
  } catch {
    // The key's text is no key: whoever entered it hears that it cannot be read.
    return undefined
  }
}

function part(claims: object): string {
  return Buffer.from(JSON.stringify(claims)).toString('base64url')
}
