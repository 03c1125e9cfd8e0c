import { z } from 'zod'
import { factor } from './common.ts'
import { endpoint } from './endpoint.ts'

const site = z.strictObject({
  name: z.string(),
  /** The origin clients reach the gateway by, without a trailing slash. */
  public_origin: z.string(),
  /** The path of the operator's own logo, another for each picture; absent where there is none. */
  logo: z.string().optional(),
  default_locale: z.enum(['zh-CN', 'en']),
  version: z.string(),
  /** Changes with every build of the console. */
  build_id: z.string(),
  /** Yuan for one dollar, for display alone; absent where the operator offers none. */
  cny_rate: factor.optional(),
  /** What money is shown in to whoever chose nothing. */
  currency: z.enum(['USD', 'CNY']),
  /** Whether users are told which provider answered: they group and filter their requests by it. */
  tells_provider: z.boolean(),
  sign_in: z.strictObject({ password: z.literal(true) }),
  /** How long a new password must be. */
  password_min_chars: z.int(),
})

export const getSite = endpoint({
  method: 'GET',
  path: '/api/public/site',
  who: 'anyone',
  summary: 'Name, logo, public origin, default language, version and build of this gateway.',
  answer: site,
})

export const getLogo = endpoint({
  method: 'GET',
  path: '/api/public/logo',
  who: 'anyone',
  summary:
    'The operator’s own logo as PNG, JPEG or WebP; kept for a year where `v` is its version, as in the site’s `logo`.',
  query: z.strictObject({ v: z.string().max(64).optional() }),
  answer: z.string(),
  stream: true,
  cached: true,
})
