import { useState } from 'react'
import type { Provider } from '../../../../src/contract/providers.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { toast } from '../../lib/toast.ts'
import { useDragOrder } from '../../lib/use-drag-order.ts'
import { type Priorities, prioritiesAt } from './credential-order.ts'
import { credentialInputs, type ProviderSource } from './use-provider.ts'

type Credential = Provider['credentials'][number]

/** The credentials of a provider in the order they are asked, and the ways to another one; what is wished stands at once. */
export function useCredentialOrder(provider: Provider, source: ProviderSource) {
  const t = useTexts('providers')
  const [wished, setWished] = useState<Priorities | null>(null)
  const order = wished ? inOrder(provider.credentials, wished) : provider.credentials

  const save = async (priorities: Priorities): Promise<boolean> => {
    setWished(priorities)
    const saved = await source.change(provider, (now) => ({
      credentials: credentialInputs(now).map((row) => ({
        ...row,
        priority: priorities.get(row.id ?? '') ?? row.priority,
      })),
    }))
    setWished(null)
    return saved
  }
  const give = async (priorities: Priorities, done: string): Promise<void> => {
    const moved = provider.credentials.filter(({ id }) => priorities.has(id))
    const before = new Map(moved.map(({ id, priority }) => [id, priority]))
    if (!(await save(priorities))) return
    toast.success(done, undefined, { label: t('providerList.undo'), run: () => void save(before) })
  }

  const drag = useDragOrder(order, (dragged, spot) => {
    const made = prioritiesAt(order, dragged, spot)
    return made && { joins: made.joins, run: () => void give(made.priorities, t('detail.reordered')) }
  })
  const setPriority = ({ id, name }: Credential, priority: number) =>
    void give(new Map([[id, priority]]), t('providerList.priorityToast', { name, priority }))
  return { order, drag, setPriority }
}

/** What the hook gives: the credentials, and what makes their rows ones that can be put in order. */
export type CredentialOrder = ReturnType<typeof useCredentialOrder>

function inOrder(credentials: readonly Credential[], priorities: Priorities): Credential[] {
  return credentials
    .map((one) => ({ ...one, priority: priorities.get(one.id) ?? one.priority }))
    .toSorted((a, b) => a.priority - b.priority)
}
