import { z } from 'zod'
import { BALANCE_PROBLEMS, CURRENCIES } from '../core/balance.ts'
import { MOST_DAYS } from '../core/balance-forecast.ts'
import { BILLING_TYPES } from '../core/billing-type.ts'
import { bound, time, usd } from './common.ts'

/** How a provider is paid, by its name. */
export const billingType = z.enum(BILLING_TYPES)

/** What an operator says of a provider's accounts. */
export const accountFields = {
  billing_type: billingType,
  /** From what on little is left, in the currency that the provider's accounts are in; null: nobody is told. */
  balance_alert: bound.nullable(),
}

/** What a provider says of its accounts. */
export const balanceOfProvider = {
  /** Whether its vendor can be asked what is left. */
  tells_balance: z.boolean(),
  ...accountFields,
}

const balance = z.strictObject({
  /** A decimal in its currency, with up to nine digits after the point; below zero it is owed. */
  amount: usd,
  currency: z.enum(CURRENCIES),
  at: time,
  /**
   * In how many whole days it is used up at the pace of the last seven, 366 for all that is more than a year; null where there is less than
   * a day to go by, nothing left, or no rate of its currency (`money.cny_rate`).
   */
  days_left: z.int().min(0).max(MOST_DAYS).nullable(),
})
/** What was last told to be left of an account. */
export type BalanceView = z.infer<typeof balance>

/** What is known of the account of a credential. */
export const balanceOfCredential = {
  /** What was last told; null: nothing yet. */
  balance: balance.nullable(),
  /** Why it was not told when it was asked last, and since when; null: it was. */
  balance_failure: z.strictObject({ problem: z.enum(BALANCE_PROBLEMS), since: time }).nullable(),
}
