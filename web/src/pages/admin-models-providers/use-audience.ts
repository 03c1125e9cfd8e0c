import { useQuery } from '@tanstack/react-query'
import { adminListAudit } from '../../../../src/contract/audit.ts'
import { adminListGroups, adminPatchGroup, type GroupView } from '../../../../src/contract/groups.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { call } from '../../lib/call.ts'
import { whyOf } from '../../lib/form-faults.ts'
import { inTurn, TURN_MS } from '../../lib/in-turn.ts'
import { ask, askAgain, queryClient } from '../../lib/query.ts'
import { toast } from '../../lib/toast.ts'

const question = ask(adminListGroups)

/** The groups of users; undefined while they are not known. */
export const useGroups = (): readonly GroupView[] | undefined => useQuery(question).data?.items

/** Lets a group use models, or no more; a group that has them all chooses none, and is left alone. */
export function useAllow(): (group: GroupView, models: readonly string[], on: boolean) => Promise<void> {
  const t = useTexts('offers')
  const providers = useTexts('providers')
  return (group, models, on) =>
    inTurn(group.id, async () => {
      const now = queryClient.getQueryData(question.queryKey)?.items.find(({ id }) => id === group.id) ?? group
      if (now.allow_models === null) return
      const others = now.allow_models.filter((one) => !models.includes(one))
      try {
        await call(adminPatchGroup, {
          params: { id: group.id },
          body: { allow_models: on ? [...others, ...models] : others },
          ifMatch: now.version,
          withinMs: TURN_MS,
        })
      } catch (error) {
        toast.error(t('audience.failed', { name: group.name }), whyOf(error, providers('act.noAnswer')))
      }
      await askAgain(adminListGroups, adminListAudit)
    })
}
