import { adminUsageCapture, usageCapture } from '../../../../src/contract/captures.ts'
import { ask } from '../query.ts'
import type { Scope } from '../scope.ts'

/** What was said in a request: asked once each time somebody looks, for a look may be written down, and forgotten when they stop. */
export const askCapture = (scope: Scope, id: string) => ({
  ...ask(scope === 'admin' ? adminUsageCapture : usageCapture, { params: { id } }),
  staleTime: Infinity,
  gcTime: 0,
})
