import type { BalanceView } from '../../../../src/contract/provider-balance.ts'
import type { Provider } from '../../../../src/contract/providers.ts'
import { ONE_MICROS, parseUsd } from '../../../../src/core/money.ts'
import * as format from '../format.ts'

type Money = Pick<BalanceView, 'amount' | 'currency'>
type Teller = Pick<Provider, 'balance_alert' | 'credentials'>

const SIGNS = { USD: '$', CNY: '¥' } as const

/** Money at a vendor as the vendor reckons it, whatever the reader sees other money in. */
export function balanceText({ amount, currency }: Money): string {
  return format.usd(amount, 2, { sign: SIGNS[currency], rateMicros: ONE_MICROS })
}

/** Whether less is left than the operator wants there. */
export function isLow({ balance_alert: alert }: Pick<Provider, 'balance_alert'>, { amount }: Money): boolean {
  return alert !== null && nanosOf(amount) < nanosOf(alert)
}

/**
 * Of the credentials that are on, the one that has least in each currency: those of one account each tell the same money, so that a
 * sum would be more than there is.
 */
export function leastBalances({ credentials }: Pick<Teller, 'credentials'>): BalanceView[] {
  const told = credentials.flatMap(({ status, balance }) => (status === 'disabled' || !balance ? [] : [balance]))
  const byCurrency = Map.groupBy(told, ({ currency }) => currency)
  return [...byCurrency.values()].flatMap((own) => own.toSorted(byAmount).slice(0, 1))
}

/** Whether a provider that is asked has too little left. */
export function isShort(provider: Pick<Provider, 'status' | 'balance_alert' | 'credentials'>): boolean {
  return provider.status !== 'disabled' && leastBalances(provider).some((balance) => isLow(provider, balance))
}

function byAmount(one: Money, other: Money): number {
  return nanosOf(one.amount) < nanosOf(other.amount) ? -1 : 1
}

function nanosOf(amount: string): bigint {
  return parseUsd(amount) ?? 0n
}
