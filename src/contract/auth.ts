import { z } from 'zod'
import { email, nothing } from './common.ts'
import { endpoint } from './endpoint.ts'
import { passkeyLoginBody } from './passkeys.ts'
import { secondFactorCode } from './second-factor.ts'

const tokens = z.strictObject({ access_token: z.string(), refresh_token: z.string() })
/** Both opaque: the access token holds for 10 minutes, the refresh token for one use, within what the settings give a session. */
export type Tokens = z.infer<typeof tokens>

export const login = endpoint({
  method: 'POST',
  path: '/api/auth/login',
  who: 'anyone',
  summary:
    'Signs in with e-mail and password, and with a code where the account has a second factor: without one it is answered `code_needed`.',
  body: z.strictObject({ email, password: z.string().min(1).max(1024), code: secondFactorCode.optional() }),
  answer: tokens,
})

export const passkeyLogin = endpoint({
  method: 'POST',
  path: '/api/auth/passkey',
  who: 'anyone',
  summary:
    'Signs in with a passkey in place of e-mail and password, and of a code where the account has a second factor.',
  body: passkeyLoginBody,
  answer: tokens,
})

export const refresh = endpoint({
  method: 'POST',
  path: '/api/auth/refresh',
  who: 'anyone',
  summary: 'Replaces both tokens; the replaced refresh token gets the same successor for 10 s.',
  body: z.strictObject({ refresh_token: z.string().min(1).max(256) }),
  answer: tokens,
})

export const logout = endpoint({
  method: 'POST',
  path: '/api/auth/logout',
  who: 'user',
  summary: 'Ends this session.',
  answer: nothing,
  status: 204,
})
