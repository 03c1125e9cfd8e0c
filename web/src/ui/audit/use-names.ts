import { useQuery } from '@tanstack/react-query'
import { adminListGroups } from '../../../../src/contract/groups.ts'
import { adminListProviders } from '../../../../src/contract/providers.ts'
import type { FieldDiff } from '../../lib/field-diff.ts'
import { ask } from '../../lib/query.ts'

/** What ids are called today, by the field that holds them. */
export type Names = Readonly<Record<string, readonly { id: string; name: string }[] | undefined>>

/** The names of what the changed fields refer to by id; asked for only where one does. */
export function useNames(changed: readonly FieldDiff[]): Names {
  const holds = (field: string) => changed.some(({ path }) => path.length === 1 && path[0] === field)
  const inGroups = holds('group') || holds('groups')
  const groups = useQuery({ ...ask(adminListGroups), enabled: inGroups })
  const providers = useQuery({ ...ask(adminListProviders), enabled: holds('allow_providers') })
  return { group: groups.data?.items, groups: groups.data?.items, allow_providers: providers.data?.items }
}

/** What an id in a field is called; undefined where nothing has it any more. */
export const nameIn = (names: Names, field: string, id: string): string | undefined =>
  names[field]?.find((one) => one.id === id)?.name
