import { store } from './store.ts'
import { onTokensGone } from './tokens.ts'

/** How often the server has said that its database is away, since it last answered otherwise. */
const told = store(0)

onTokensGone(() => told.set(0))

/** Notes that the server could not answer for want of its database. */
export const tellDatabaseAway = (): void => told.set(told.get() + 1)

/** Whether the database is away, as far as is known. */
export const useDatabaseAway = (): boolean => told.use((times) => times > 0)

/** Asks the server something; answers whether the database is back, which also ends `useDatabaseAway`. */
export async function lookForDatabase(ask: () => Promise<unknown>): Promise<boolean> {
  const before = told.get()
  await ask()
  if (told.get() !== before) return false
  told.set(0)
  return true
}
