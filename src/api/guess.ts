import { SECOND_MS } from '../core/time.ts'
import { ApiError } from './errors.ts'
import type { Throttle } from './throttle.ts'

type Guessing = { throttle: Throttle }

/** Counts a try at a password and judges it, or refuses it with the seconds to wait. */
export async function guess<T>(
  { account, ip }: { account: string; ip: string },
  { throttle }: Guessing,
  judge: () => Promise<T>,
): Promise<T> {
  const waitMs = throttle.tryNow(account, ip)
  if (waitMs > 0) throw new ApiError('too_many_attempts', { details: { seconds: Math.ceil(waitMs / SECOND_MS) } })
  try {
    return await judge()
  } catch (error) {
    // Too much load, no database, or a code that may not be tried yet: that is no verdict, and nobody is to wait for it once it is over.
    if (!(error instanceof ApiError) || error.code === 'too_many_attempts') throttle.unjudged(account, ip)
    throw error
  }
}

/**
 * The same for a code of a second factor, which is judged right where nothing is thrown. Its tries count by themselves, too: whoever
 * has a password and a session forgets those at the password by giving it, as often as they like.
 */
export async function guessCode<T>(
  { userId, ip }: { userId: string; ip: string },
  { throttle }: Guessing,
  judge: () => Promise<T>,
): Promise<T> {
  const account = `second factor of ${userId}`
  return guess({ account, ip }, { throttle }, async () => {
    const judged = await judge()
    throttle.succeeded(account, ip)
    return judged
  })
}
