import type { Endpoint } from '../contract/endpoint.ts'
import { MINUTE_MS } from '../core/time.ts'
import type { Deps } from './deps.ts'
import { ApiError, invalid } from './errors.ts'

/** The header that names an attempt: whoever hears no answer sends the same again, under the same name. */
export const ATTEMPT_HEADER = 'idempotency-key'

/** How long an answer is remembered; long enough for a connection that comes back, short for a secret in memory. */
export const REMEMBERED_MS = 10 * MINUTE_MS
/** How many attempts of one user are remembered; the oldest are forgotten first. */
export const MOST_A_USER = 50

/** Whether a repeated attempt can be given the answer of the first: there is something to do, somebody known does it, and the answer is one value. */
export function isRepeatable({ method, who, file, stream }: Endpoint): boolean {
  return method === 'POST' && who !== 'anyone' && !file && !stream
}

/** Who asks for what, in words that are equal when all of it is. */
type Asked = { userId: string; what: () => string }
type Attempt = { what: string; answer: Promise<unknown>; until: number }

/** Does what is asked, or gives the answer that the same attempt had or is about to have. */
export type Attempts = <T>(name: string | null, asked: Asked, act: () => Promise<T>) => Promise<T>

/** Remembers the attempts of each user in this process alone, as an answer may hold a new secret; one that failed is forgotten, so that it can be mended and sent again. */
export function createAttempts({ clock, vault }: Pick<Deps, 'clock' | 'vault'>): Attempts {
  const users = new Map<string, Map<string, Attempt>>()
  const forgetOld = (now: number) => {
    for (const [userId, known] of users) {
      for (const [name, { until }] of known) if (until <= now) known.delete(name)
      if (known.size === 0) users.delete(userId)
    }
  }
  return async (name, { userId, what }, act) => {
    if (name === null) return act()
    if (!/^[\x21-\x7e]{1,128}$/.test(name)) throw invalid({ [ATTEMPT_HEADER]: BAD_NAME })
    const now = clock.now()
    forgetOld(now)
    const known = users.get(userId) ?? new Map<string, Attempt>()
    users.set(userId, known)
    // What is sent may hold a secret: only its hash is kept.
    const hash = vault.hashKey(what())
    const before = known.get(name)
    if (before !== undefined && before.what !== hash) throw new ApiError('attempt_reused')
    // Whoever sent the same under this name was answered with the same type.
    if (before !== undefined) return before.answer as ReturnType<typeof act>
    const answer = act()
    const attempt = { what: hash, answer, until: now + REMEMBERED_MS }
    known.set(name, attempt)
    for (const oldest of [...known.keys()].slice(0, -MOST_A_USER)) known.delete(oldest)
    answer.catch(() => known.get(name) === attempt && known.delete(name))
    return answer
  }
}

const BAD_NAME = { zh: '须为 1–128 个可见的 ASCII 字符', en: '1 to 128 visible ASCII characters' }
