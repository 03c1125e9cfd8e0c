/** Epoch milliseconds, UTC. */
type Time = number

/** `rotated`: refreshed; `reuse`: a refresh token came twice, so all of its family went; `surplus`: its owner had too many. */
export type RevokeReason = 'logout' | 'rotated' | 'reuse' | 'admin' | 'password' | 'second_factor' | 'surplus'

/** A pair of tokens, kept as hashes; each refresh adds a row of the same `family`. */
export type SessionRow = {
  id: string
  family: string
  user_id: string
  access_hash: string
  refresh_hash: string
  user_agent: string
  ip: string
  created_at: Time
  last_seen_at: Time
  access_expires_at: Time
  refresh_expires_at: Time
  revoked_at: Time | null
  revoke_reason: RevokeReason | null
}

/** The secret of an account's authenticator, sealed; it is asked for once it is confirmed. */
export type TotpRow = {
  user_id: string
  secret_sealed: string
  confirmed_at: Time | null
  /** The step of time of the last code that was taken: none of it or before is taken again. */
  last_step: number | null
}

/** A code that stands in for the authenticator once, kept as an HMAC; the row goes with its use. */
export type RecoveryCodeRow = { user_id: string; hash: string }
