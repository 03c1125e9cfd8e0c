import type { AnswerOf } from '../../../src/contract/endpoint.ts'
import type { getSite } from '../../../src/contract/site.ts'
import { store } from './store.ts'

/** What the site says about money: yuan for one dollar, where the operator offers it, and what it shows by itself. */
export type SiteMoney = Pick<AnswerOf<typeof getSite>, 'cny_rate' | 'currency'>

const state = store<SiteMoney>({ currency: 'USD' })

/** Takes what the server has just said about the site. */
export function tellSite({ cny_rate: rate, currency }: SiteMoney): void {
  const now = state.get()
  if (now.cny_rate === rate && now.currency === currency) return
  state.set({ currency, ...(rate !== undefined && { cny_rate: rate }) })
}

/** What the site says about money. */
export const useSiteMoney = (): SiteMoney => state.use((now) => now)
