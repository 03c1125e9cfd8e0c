import type { ApiKey } from '../../../../src/contract/keys.ts'
import { secretOf } from '../../lib/secrets.ts'

/** Where a secret would stand that this page does not know. */
const NO_SECRET = 'sk-ym-…'

/** A key as it is copied and as it stands on the screen; `known` where this page made it. */
export function ownSecret({ id, prefix }: Pick<ApiKey, 'id' | 'prefix'>): {
  known: boolean
  key: string
  masked: string
} {
  const secret = secretOf(id)
  return secret === undefined
    ? { known: false, key: NO_SECRET, masked: NO_SECRET }
    : { known: true, key: secret, masked: `${prefix}••••` }
}
