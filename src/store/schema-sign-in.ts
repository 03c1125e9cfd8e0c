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

/** A passkey of an account: nothing of it is secret. It is shown at its host alone, and its id is its authenticator's. */
export type PasskeyRow = {
  id: string
  user_id: string
  name: string
  host: string
  credential_id: string
  public_key: string
  /** How often it said it was used; 0 where its authenticator does not count. */
  counter: number
  /** A list as JSON. */
  transports: string
  created_at: Time
  last_used_at: Time | null
}

/** A challenge that was answered, kept until it would not be taken any more. */
export type AnsweredChallengeRow = { challenge: string; expires_at: Time }
