import { formatUsd, ONE_MICROS, parseUsd, type Micros } from '../../../src/core/money.ts'
import type { Locale } from '../../../src/core/errors.ts'

/** What is shown where nothing was measured; never 0. */
export const NONE = '—'

/** Between a number and its unit: a space that does not break, as narrow as the Latin face draws it. */
const THIN = '\u00a0'

/** The language, IANA zone, clock and present moment (epoch milliseconds) a figure is written for. */
export type Voice = { locale: Locale; zone: string; now: number; hour12?: boolean }

/** What money is shown in: its sign, and how many millionths of it are one dollar. */
export type Money = { sign: '$' | '¥'; rateMicros: Micros }

/** Money as it is: US dollars. */
export const DOLLARS: Money = { sign: '$', rateMicros: ONE_MICROS }

const SCALES = [
  [1_000_000_000, 'B'],
  [1_000_000, 'M'],
  [1_000, 'K'],
] as const

/** A token count: exact below 1,000, else three significant digits with K, M or B. */
export function tokens(value: number | null): string {
  if (value === null) return NONE
  for (const [scale, letter] of SCALES) {
    // 999,500 rounds to 1.00M, so a scale starts half a digit before its name says.
    if (value >= scale * (scale === 1_000 ? 1 : 0.9995)) return `${threeDigits(value / scale)}${letter}`
  }
  return String(value)
}

function threeDigits(value: number): string {
  return value.toFixed(value < 9.995 ? 2 : value < 99.95 ? 1 : 0)
}

/** A whole number with grouped digits, whatever its size. */
export function exact(value: number | null): string {
  return value === null ? NONE : value.toLocaleString('en')
}

/** A count: grouped, compact above 100,000, in thousands (1.2M) or in myriads (120 万). */
export function count(value: number | null, by: 'thousands' | 'myriads' = 'thousands'): string {
  if (value === null) return NONE
  if (value <= 100_000) return exact(value)
  const text = value.toLocaleString(LANGUAGE_OF[by], { notation: 'compact', maximumFractionDigits: 1 })
  return text.replace(/(\d)(?=\p{Script=Han})/u, `$1${THIN}`)
}

const LANGUAGE_OF = { thousands: 'en', myriads: 'zh-CN' } as const

/** How many digits after the point a column of amounts needs so that all of it reads at one precision; nothing needs no more than two. */
export function usdDigits(amounts: readonly (string | null)[]): 2 | 4 {
  const some = amounts.flatMap((amount) => (amount !== null && /[1-9]/.test(amount) ? amount : []))
  return some.length === 0 || some.some((amount) => /^-?0*[1-9]\d*(\.|$)/.test(amount)) ? 2 : 4
}

const DIGIT_STEPS = { 2: 10_000_000n, 4: 100_000n } as const

/** An amount in US dollars as one of the money that is shown, in billionths; undefined when it is none. */
function worth(amount: string, { rateMicros }: Money): bigint | undefined {
  const nanos = parseUsd(amount)
  return nanos === undefined ? undefined : (nanos * rateMicros) / ONE_MICROS
}

/** Money from a decimal string in US dollars, rounded half up: two digits from $1, four below; a nonzero amount never reads as zero. */
export function usd(amount: string | null, digits?: 2 | 4, money: Money = DOLLARS): string {
  const nanos = amount === null ? undefined : worth(amount, money)
  if (nanos === undefined) return NONE
  if (nanos === 0n) return `${money.sign}${digits === 4 ? '0.0000' : '0.00'}`
  const size = nanos < 0n ? -nanos : nanos
  const places = digits ?? (size >= 999_950_000n ? 2 : 4)
  const step = DIGIT_STEPS[places]
  const sign = nanos < 0n ? '−' : ''
  const units = (size + step / 2n) / step
  if (units === 0n) return `${sign}<${money.sign}${places === 2 ? '0.01' : '0.0001'}`
  const text = units.toString().padStart(places + 1, '0')
  return `${sign}${money.sign}${group(text.slice(0, -places))}.${text.slice(-places)}`
}

/** Money to the last of its nine digits, at least four of them shown. */
export function usdExact(amount: string | null): string {
  return amount === null ? NONE : dollars(amount, 4)
}

/** A price in USD: every digit that counts, at least two after the point; in other money at most four. */
export function price(amount: string | null, money: Money = DOLLARS): string {
  if (amount === null) return NONE
  if (money === DOLLARS) return dollars(amount, 2)
  const units = ((worth(amount, money) ?? 0n) + DIGIT_STEPS[4] / 2n) / DIGIT_STEPS[4]
  return dollars(formatUsd(units * DIGIT_STEPS[4]), 2, money)
}

function dollars(amount: string, minDigits: number, { sign }: Money = DOLLARS): string {
  const [whole = '0', fraction = ''] = amount.replace('-', '').split('.')
  const digits = fraction.replace(/0+$/, '').padEnd(minDigits, '0')
  return `${amount.startsWith('-') ? '−' : ''}${sign}${group(whole)}.${digits}`
}

function group(whole: string): string {
  return whole.replace(/\B(?=(\d{3})+$)/g, ',')
}

const MINUTE_WORDS = { 'zh-CN': ['分', '秒'], en: ['min', 's'] } as const

/** A duration in milliseconds: `840 ms`, `17.8 s`, `1 分 12 秒`. */
export function duration(ms: number | null, locale: Locale): string {
  if (ms !== null && Math.round(ms) < 1000) return `${Math.round(ms)}${THIN}ms`
  return seconds(ms, locale)
}

/** A duration in milliseconds that stays in seconds below one, so that a column keeps one unit: `0.84 s`. */
export function seconds(ms: number | null, locale: Locale): string {
  if (ms === null) return NONE
  if (ms < 59_950) return `${(ms / 1000).toFixed(ms < 9_995 ? 2 : 1)}${THIN}s`
  const [minute, second] = MINUTE_WORDS[locale]
  const whole = Math.round(ms / 1000)
  return `${Math.floor(whole / 60)}${THIN}${minute} ${whole % 60}${THIN}${second}`
}

/** Tokens a second, whole. */
export function rate(perSecond: number | null): string {
  return perSecond === null ? NONE : `${Math.round(perSecond)}${THIN}t/s`
}

/** A share of 1 as a percentage with one digit; two digits where one would round up to 100; a loss has the minus that money has. */
export function percent(share: number | null): string {
  if (share === null) return NONE
  if (share < 0) return `−${percent(-share)}`
  const value = share * 100
  if (value === 0 || value === 100) return `${value}%`
  if (value > 0 && value < 0.05) return '<0.1%'
  if (value < 100 && value >= 99.95) return `${(Math.floor(value * 100 + 1e-6) / 100).toFixed(2)}%`
  return `${value.toFixed(1)}%`
}

/** A change against what was before, as an arrow and a percentage; nothing measured, or nothing to compare with, gives `—`. */
export function change(current: number | null, previous: number | null): string {
  if (current === null || previous === null || previous === 0) return NONE
  // Against the size of what was before, or a growing loss would look like a gain.
  const value = ((current - previous) / Math.abs(previous)) * 100
  if (Math.abs(value) < 0.05) return '→ 0.0%'
  const size = Math.abs(value)
  return `${value > 0 ? '↑' : '↓'} ${size > 999 ? '>999%' : `${size.toFixed(1)}%`}`
}

/** A change between two shares of 1 in percentage points. */
export function points(current: number, previous: number): string {
  const value = (current - previous) * 100
  if (Math.abs(value) < 0.05) return '→ 0.0pp'
  return `${value > 0 ? '↑' : '↓'} ${Math.abs(value).toFixed(1)}pp`
}

/** An amount as a plain number, only to place or compare it on a chart: nothing that is shown is computed from it. */
export function plotted(amount: string, money: Money = DOLLARS): number {
  return Number.parseFloat(money === DOLLARS ? amount : formatUsd(worth(amount, money) ?? 0n))
}
