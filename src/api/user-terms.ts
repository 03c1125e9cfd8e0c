import { type Bounds, modelsWithin } from '../core/bounds.ts'
import { type Micros, ONE_MICROS } from '../core/money.ts'
import type { User } from '../store/users.ts'
import type { Deps } from './deps.ts'

/** What all requests of a user have in common, whatever key they are made with: what they may use, and the factor on prices. */
export async function termsOf(
  user: Pick<User, 'groupId' | 'allowModels' | 'denyModels' | 'allowProviders'>,
  { store }: Pick<Deps, 'store'>,
): Promise<{ bounds: Bounds; multiplierMicros: Micros; group: string | null }> {
  const group = user.groupId === null ? undefined : await store.groups.get(user.groupId)
  const all = user.denyModels.length === 0 ? [] : (await store.models.list()).map(({ id }) => id)
  const allowModels = modelsWithin([user.allowModels, group?.allowModels ?? null], user.denyModels, all)
  return {
    bounds: { allowModels, allowProviders: user.allowProviders },
    multiplierMicros: group?.multiplierMicros ?? ONE_MICROS,
    group: group?.name ?? null,
  }
}
