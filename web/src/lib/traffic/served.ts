import type { RequestDetail } from '../../../../src/contract/usage.ts'

type Attempts = RequestDetail['attempts']

/** What an attempt is told to have ended with when another, asked beside it, answered first. */
export const OUTRUN = 'hedged'

/** The attempts that were paid for and are nobody's answer, with their numbers in the path; none where no cost is told. */
export function lostAttempts(attempts: Attempts): { n: number; provider: string; amount: string }[] {
  const asked = attempts.filter((attempt) => attempt.decision === 'chosen')
  const served = asked.findLast(({ error }) => error === null) ?? asked.findLast(({ error }) => error !== OUTRUN)
  return attempts.flatMap((attempt, index) => {
    const { decision, provider, upstream_cost: amount } = attempt
    if (decision !== 'chosen' || attempt === served || amount === null || Number(amount) === 0) return []
    return [{ n: index + 1, provider, amount }]
  })
}
