import { TOTP } from 'otpauth'

/** The code an authenticator with a secret shows at a time, in epoch milliseconds. */
export function codeAt(secret: string, now: number): string {
  return new TOTP({ secret }).generate({ timestamp: now })
}
