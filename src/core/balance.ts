import { FREE_PROBLEMS } from './free-question.ts'
import type { Nanos } from './money.ts'

/** What vendors reckon accounts in. */
export const CURRENCIES = ['USD', 'CNY'] as const
/** A currency by its code. */
export type Currency = (typeof CURRENCIES)[number]

/** What is left of an operator's money at a vendor, in billionths of its currency; below zero it is owed. */
export type Balance = { nanos: Nanos; currency: Currency }

/** Why a vendor did not tell what is left; `untold`: it answered as it should, and named no figure. */
export const BALANCE_PROBLEMS = [...FREE_PROBLEMS, 'untold'] as const
/** As rows of `credential` name it. */
export type BalanceProblem = (typeof BALANCE_PROBLEMS)[number]

/** What asking gave. */
export type BalanceAnswer = { ok: true; balance: Balance } | { ok: false; problem: BalanceProblem }

/** What became of a question that is kept; `no_secret`, `no_line`: the secret, or the password of the proxy, does not open; nobody was asked then. */
export type BalanceOutcome = 'told' | 'failed' | 'no_secret' | 'no_line'
