import { type Account, daysLeft, paceSince } from '../core/balance-forecast.ts'
import { parseFactor } from '../core/money.ts'
import { descriptorOf } from '../providers/all.ts'
import type { Provider as StoredProvider } from '../store/provider-view.ts'
import type { Deps } from './deps.ts'

/** In how many days what vendors told to be left is used up, by the credential; nothing is read where none has told. */
export async function balanceForecasts(
  rows: readonly StoredProvider[],
  { store, clock, settings }: Pick<Deps, 'store' | 'clock' | 'settings'>,
): Promise<ReadonlyMap<string, number>> {
  const told = rows.map((row) => ({ row, accounts: accountsOf(row) })).filter(({ accounts }) => accounts.length > 0)
  if (told.length === 0) return new Map()
  const now = clock.now()
  const days = await store.usage.paidSince(paceSince(now))
  const yuanMicros = parseFactor(settings()['money.cny_rate']) ?? null
  return new Map(
    told.flatMap(({ row, accounts }) => {
      const isShared = descriptorOf(row.preset).balance?.ofCredential !== true
      return [...daysLeft(accounts, days, { now, isShared, yuanMicros })]
    }),
  )
}

/** Who is switched off is asked no more, and spends nothing. */
function accountsOf({ credentials }: StoredProvider): Account[] {
  return credentials.flatMap(({ id, status, balance }) => (balance && status !== 'disabled' ? [{ id, balance }] : []))
}
