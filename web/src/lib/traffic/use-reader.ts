import { useScope } from '../scope.ts'
import { useSite } from '../site.ts'
import type { Reader } from './filters.ts'

/** Who reads here; whether users are told who answered is the operator's to say. */
export function useReader(): Reader {
  const scope = useScope()
  const { tells_provider: tells } = useSite()
  return scope === 'user' && tells ? 'told' : scope
}
