import { useMemo } from 'react'
import { parseFactor } from '../../../src/core/money.ts'
import type { ClockStyle } from './clock.ts'
import * as format from './format.ts'
import { useLocale } from './locale.ts'
import { useMinute } from './now.ts'
import { useUser } from './session.ts'
import { usePreference, usePreferences } from './preferences.ts'
import { useSite } from './site.ts'
import * as times from './when.ts'
import { browserZone } from './zone.ts'

/** The IANA zone the signed-in user reads times in: the chosen one, else the browser's. */
export function useZone(): string {
  const user = useUser()
  return user?.timezone ?? browserZone()
}

/** What the reader sees money in: yuan where they or the site choose it and the operator gives a rate. */
function useMoney(): format.Money {
  const { currency: chosen } = usePreferences()
  const { cny_rate: rate, currency } = useSite()
  return useMemo(() => {
    const rateMicros = rate === undefined ? undefined : parseFactor(rate)
    const yuan = (chosen ?? currency) === 'CNY' && rateMicros !== undefined
    return yuan ? { sign: '¥', rateMicros } : format.DOLLARS
  }, [chosen, currency, rate])
}

/** How the reader reads a clock. */
export function useClock(): Required<ClockStyle> {
  const locale = useLocale()
  const hour12 = usePreference('hour_cycle') === 'h12'
  return useMemo(() => ({ locale, hour12 }), [locale, hour12])
}

/** The present to the second, as the end of its minute makes what is seconds old a minute old; what a faster clock dates later in this minute is of this moment. */
function presentBeside(iso: string | null, minuteEnd: number): number {
  const present = Date.now()
  const at = Date.parse(iso ?? '')
  return at > present && at <= minuteEnd ? at : present
}

/** The figures and times of `format.ts` and `when.ts` as the reader has chosen to see them. Exact amounts stay in US dollars: those are what is settled. */
export function useFormat() {
  const clock = useClock()
  const zone = useZone()
  const now = useMinute()
  const money = useMoney()
  const { tokens, counts } = usePreferences()
  return useMemo(() => {
    const { locale } = clock
    const voice: format.Voice = { ...clock, zone, now }
    // The Chinese unit says nothing in an English sentence.
    const by = locale === 'zh-CN' ? counts : 'thousands'
    return {
      ...format,
      voice,
      money,
      tokens: tokens === 'full' ? format.exact : format.tokens,
      count: (value: number | null) => format.count(value, by),
      usd: (amount: string | null, digits?: 2 | 4) => format.usd(amount, digits, money),
      price: (amount: string | null) => format.price(amount, money),
      plotted: (amount: string) => format.plotted(amount, money),
      duration: (ms: number | null) => format.duration(ms, locale),
      seconds: (ms: number | null) => format.seconds(ms, locale),
      when: (iso: string | null) => times.when(iso, voice),
      moment: (iso: string) => times.moment(iso, voice),
      whenExact: (iso: string) => times.whenExact(iso, voice),
      day: (iso: string | null) => times.day(iso, voice),
      relative: (iso: string | null) => times.relative(iso, { ...voice, now: presentBeside(iso, now) }),
    }
  }, [clock, zone, now, money, tokens, counts])
}

/** What `useFormat` gives; the same object until a choice of the reader or the minute changes. */
export type Format = ReturnType<typeof useFormat>
