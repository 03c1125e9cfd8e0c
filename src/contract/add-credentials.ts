import { z } from 'zod'
import { count } from './common.ts'
import { endpoint } from './endpoint.ts'
import { adminCreateProvider, adminProbeProvider, provider } from './providers.ts'

/** The most credentials that one provider has. */
export const MAX_CREDENTIALS = 100

const newCredential = adminCreateProvider.body.shape.credentials
  .unwrap()
  .element.omit({ id: true })
  .extend({ secret: adminProbeProvider.body.shape.secret })

export const adminAddCredentials = endpoint({
  method: 'POST',
  path: '/api/admin/providers/{id}/credentials',
  who: 'admin',
  summary:
    'Adds credentials to a provider in one step, or none of them; a secret that it has already, or that comes again, is left out and told.',
  body: z.strictObject({
    credentials: z.array(newCredential).min(1).max(MAX_CREDENTIALS),
    /** Tells what would come of it and adds nothing. */
    dry_run: z.boolean().default(false),
  }),
  answer: z.strictObject({
    /** What became of each, in the order given; `same_as`: which credential has its secret, so that it is left out. */
    results: z.array(z.strictObject({ name: z.string(), same_as: z.string().nullable() })),
    /** How many are new. */
    added: count,
    provider,
  }),
  maxBodyKib: 1024,
})
