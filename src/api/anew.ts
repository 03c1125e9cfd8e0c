import { descriptorOf } from '../providers/all.ts'
import type { CredentialInput } from '../store/credentials.ts'
import type { Provider as StoredProvider } from '../store/provider-view.ts'
import type { Deps } from './deps.ts'

/** What a provider was before a change, null where there was none, and the credentials as they were given in it. */
type Change = { before: StoredProvider | null; given: readonly CredentialInput[] }

/** Has vendors asked at once what is left of accounts that a change may have put in the place of others; nobody waits for it. */
export function askAnew(
  after: StoredProvider,
  change: Change,
  { askBalancesSoon }: Pick<Deps, 'askBalancesSoon'>,
): void {
  if (after.status === 'disabled' || !descriptorOf(after.preset).balance) return
  const ids = newAccounts(after, change)
  if (ids.length > 0) askBalancesSoon(after.id, ids)
}

/** Credentials that are on and are new, have another secret, or are shown elsewhere than before. */
function newAccounts(after: StoredProvider, { before, given }: Change): string[] {
  const known = new Set(before?.credentials.map(({ id }) => id))
  const replaced = new Set(given.flatMap(({ id, secret }) => (id !== undefined && secret !== undefined ? [id] : [])))
  const moved = before !== null && addresses(before) !== addresses(after)
  return after.credentials
    .filter(({ id, status }) => status !== 'disabled' && (moved || !known.has(id) || replaced.has(id)))
    .map(({ id }) => id)
}

function addresses({ endpoints }: StoredProvider): string {
  return endpoints
    .map(({ dialect, baseUrl }) => `${dialect} ${baseUrl}`)
    .toSorted()
    .join('\n')
}
