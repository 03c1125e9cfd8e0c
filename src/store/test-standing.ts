import type { AccountState, LimitState, LimitSubject } from '../core/limits.ts'
import type { Store } from './store.ts'

/** How limits and accounts stand. */
type Standing = {
  limitState(subject: LimitSubject, subjectId: string): Promise<readonly LimitState[]>
  accountState(userId: string): Promise<AccountState>
}

/** How they stand as the database knows it: up to the journal's position, and without what is under way. */
export function storedStanding({ limits, accounts }: Pick<Store, 'limits' | 'accounts'>): Standing {
  return {
    limitState: async (subject, subjectId) => limits.state({ subject, subjectId }, await limits.zone()),
    accountState: async (userId) => {
      const { credit, spent } = await accounts.get(userId)
      return { credit, spent, held: 0n }
    },
  }
}
