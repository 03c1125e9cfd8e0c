import type { Balance, Currency } from '../core/balance.ts'
import { isRecord } from '../core/json.ts'
import { BILLION_USD, parseUsd } from '../core/money.ts'

/** How a vendor is asked what is left of an account's money, by a GET with the credential as a bearer key. */
export type BalanceAsk = {
  /** From the root of an endpoint's origin, whatever dialect that speaks. */
  path: string
  /** Where the answer lists purses, each with a figure of its own; absent: there is one. */
  purses?: readonly string[]
  /** Where the figure stands, in the answer or in a purse. */
  amount: readonly string[]
  /** Its currency, or where that stands. */
  currency: Currency | readonly string[]
  /** The money is the credential's own, not of the account that its other credentials spend from as well. */
  ofCredential?: true
  /** Hosts of the vendor that reckon in another currency. */
  hosts?: Readonly<Record<string, Currency>>
}

/** Where a vendor's endpoint is asked what is left: at its own origin, and nowhere else. */
export function balanceUrl(ask: BalanceAsk, baseUrl: string): URL {
  return new URL(ask.path, new URL(baseUrl).origin)
}

/** What an answer says is left: of several purses the first that has something; undefined where it names no figure. */
export function readBalance(ask: BalanceAsk, answer: string, host: string): Balance | undefined {
  const whole = parseDigits(answer)
  const purses = ask.purses === undefined ? [whole] : at(whole, ask.purses)
  if (!Array.isArray(purses)) return undefined
  const read = purses.slice(0, MOST_PURSES).flatMap((purse) => balanceIn(purse, ask, host) ?? [])
  return read.find(({ nanos }) => nanos > 0n) ?? read[0]
}

const MOST_PURSES = 16

function balanceIn(purse: unknown, ask: BalanceAsk, host: string): Balance | undefined {
  const nanos = amountIn(at(purse, ask.amount))
  const currency = currencyIn(purse, ask, host)
  return nanos === undefined || currency === undefined ? undefined : { nanos, currency }
}

/** What is finer than a billionth is cut off. */
const FIGURE = /^(-?\d{1,10})(?:\.(\d{1,9})\d{0,40})?$/

function amountIn(value: unknown): bigint | undefined {
  const [, whole, fraction] = (typeof value === 'string' && FIGURE.exec(value)) || []
  const nanos = whole === undefined ? undefined : parseUsd(fraction === undefined ? whole : `${whole}.${fraction}`)
  return nanos !== undefined && nanos <= BILLION_USD && nanos >= -BILLION_USD ? nanos : undefined
}

function currencyIn(purse: unknown, { currency, hosts }: BalanceAsk, host: string): Currency | undefined {
  if (typeof currency === 'string') return hosts?.[host] ?? currency
  const told = at(purse, currency)
  return told === 'USD' || told === 'CNY' ? told : undefined
}

function at(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((inner, key) => (isRecord(inner) ? inner[key] : undefined), value)
}

/** A JSON text whose numbers are read as their digits, so that none passes through a float; undefined when it is none. */
function parseDigits(text: string): unknown {
  const digits = (_key: string, value: unknown, context?: { source?: string }) =>
    typeof value === 'number' ? context?.source : value
  try {
    return JSON.parse(text, digits)
  } catch {
    return undefined
  }
}
