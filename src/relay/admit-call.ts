import type { Dialect } from '../core/protocol.ts'
import type { Limits } from '../metering/limits/limits.ts'
import type { Caller } from './authenticate.ts'
import type { Exchange } from './exchange.ts'
import { paceHeaders } from './pace-headers.ts'

/**
 * Lets a call in that has no tokens and no money: it takes part in limits on how many requests there may be, one that only
 * looks in those by the minute and at once. Let in or not, the caller is told their pace; throws the limit that stands against it.
 */
export function admitCall(
  { extraHeaders }: Pick<Exchange, 'extraHeaders'>,
  caller: Caller,
  { dialect, looks }: { dialect: Dialect; looks: boolean },
  limits: Pick<Limits, 'admitCall' | 'paceOf'>,
): Disposable {
  try {
    return limits.admitCall(caller, { looks })
  } finally {
    paceHeaders(dialect, limits.paceOf(caller), extraHeaders)
  }
}
