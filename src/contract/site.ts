import { z } from 'zod'
import { factor } from './common.ts'
import { endpoint } from './endpoint.ts'

const site = z.strictObject({
  name: z.string(),
  /** The origin clients reach the gateway by, without a trailing slash. */
  public_origin: z.string(),
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
  summary: 'Name, public origin, default language, version and build of this gateway.',
  answer: site,
})
