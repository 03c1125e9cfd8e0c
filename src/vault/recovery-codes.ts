import { randomBytes } from 'node:crypto'
import type { Random } from './keys.ts'

/** Crockford's base32: no letter of it is taken for a digit or for another. */
const SIGNS = '0123456789abcdefghjkmnpqrstvwxyz'
const CODES = 10
/** Five bits each. */
const CHARS = 10
const SHAPE = /^[0-9a-hjkmnp-tv-z]{10}$/

/** Ten codes that each stand in for an authenticator once, as `xxxxx-xxxxx`. */
export function newRecoveryCodes(random: Random = randomBytes): string[] {
  return Array.from({ length: CODES }, () => {
    const signs = Array.from(random(CHARS), (byte) => SIGNS[byte % SIGNS.length]).join('')
    return `${signs.slice(0, CHARS / 2)}-${signs.slice(CHARS / 2)}`
  })
}

/** What somebody typed, as it is looked up: hyphens, spaces, case and width of letters do not matter; undefined where it is no recovery code. */
export function readRecoveryCode(typed: string): string | undefined {
  const code = bare(typed).toLowerCase().replaceAll('o', '0').replaceAll(/[il]/g, '1')
  return SHAPE.test(code) ? code : undefined
}

/** The six digits of an authenticator somebody typed; undefined where that is something else. */
export function readDigits(typed: string): string | undefined {
  const code = bare(typed)
  return /^\d{6}$/.test(code) ? code : undefined
}

function bare(typed: string): string {
  return typed.normalize('NFKC').replaceAll(/[\s\p{Dash_Punctuation}]/gu, '')
}
