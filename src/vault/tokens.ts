import { createHash, createHmac, randomBytes } from 'node:crypto'

const PREFIXES = { access: 'yma_', refresh: 'ymr_' } as const
const TOKEN = /^ym([ar])_[\w-]{43}$/

/** What a session token is for; it is part of the token, so that one kind never passes for the other. */
type TokenKind = keyof typeof PREFIXES

/** The two tokens of a session. */
export type TokenPair = { access: string; refresh: string }

/** Makes the opaque 256-bit tokens of sessions. */
export type TokenMint = {
  /** The pair of a new session. */
  first(): TokenPair
  /** The pair that follows a refresh token: always the same for the same token, though only hashes are stored. */
  after(refresh: string): TokenPair
}

/** Makes a mint; `secret` keeps successors from being foretold by whoever has seen an old token. */
export function tokenMint(secret: Buffer): TokenMint {
  const derived = (kind: TokenKind, from: string) =>
    PREFIXES[kind] + createHmac('sha256', secret).update(`${kind}:${from}`).digest('base64url')
  return {
    first: () => ({
      access: PREFIXES.access + randomBytes(32).toString('base64url'),
      refresh: PREFIXES.refresh + randomBytes(32).toString('base64url'),
    }),
    after: (refresh) => ({ access: derived('access', refresh), refresh: derived('refresh', refresh) }),
  }
}

/** The kind a token says it is of; null for what is no token. */
export function tokenKind(text: string): TokenKind | null {
  const letter = TOKEN.exec(text)?.[1]
  if (letter === undefined) return null
  return letter === 'a' ? 'access' : 'refresh'
}

/** The SHA-256 of a token as base64url, which is all that is stored and looked up; 256 random bits need no salt. */
export function tokenHash(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}
