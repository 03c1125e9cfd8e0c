import type { AlertRule, Condition } from '../core/alerts.ts'
import { SECOND_MS } from '../core/time.ts'
import { within } from './within.ts'

/** Everything that is found wrong, and the rules that could not be looked at. */
export type Look = { wrong: readonly Condition[]; unseen: readonly AlertRule[] }

type Looking = {
  /** What this process knows by itself; `awayMs` is for how long the database could not be asked. */
  known: (awayMs: number) => Promise<Condition[]>
  /** What the database tells, of the rules below. */
  asked: () => Promise<Condition[]>
  monotonicMs: () => number
  onFault: (error: unknown) => void
}

/** What only the database tells. */
const OF_DATABASE: readonly AlertRule[] = [
  'error_rate',
  'sign_in_failures',
  'balance_low',
  'provider_balance_low',
  'price_missing',
  'usage_missing',
]
/** Less than until the next look: a database that is away without a word must not keep what else is wrong untold. */
const ASKING_MS = 50 * SECOND_MS

/** Looks at everything; a database that is away keeps nothing untold that is known without it. */
export function lookingAround({ known, asked, monotonicMs, onFault }: Looking): () => Promise<Look> {
  let awaySince: number | null = null
  return async () => {
    const begun = monotonicMs()
    const told = await within(ASKING_MS, asked()).catch((error: unknown) => {
      onFault(error)
      return null
    })
    awaySince = told ? null : (awaySince ?? begun)
    const mine = await known(awaySince === null ? 0 : monotonicMs() - awaySince)
    return told ? { wrong: [...mine, ...told], unseen: [] } : { wrong: mine, unseen: OF_DATABASE }
  }
}
