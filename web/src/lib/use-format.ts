import { useMemo } from 'react'
import * as format from './format.ts'
import { useLocale } from './locale.ts'
import { useMinute } from './now.ts'
import { useUser } from './session.ts'
import * as times from './when.ts'
import { browserZone } from './zone.ts'

/** The IANA zone the signed-in user reads times in: the chosen one, else the browser's. */
export function useZone(): string {
  const user = useUser()
  return user?.timezone ?? browserZone()
}

/** The figures and times of `format.ts` and `when.ts` in the reader's language and zone. */
export function useFormat() {
  const locale = useLocale()
  const zone = useZone()
  const now = useMinute()
  return useMemo(() => {
    const voice: format.Voice = { locale, zone, now }
    return {
      ...format,
      voice,
      duration: (ms: number | null) => format.duration(ms, locale),
      seconds: (ms: number | null) => format.seconds(ms, locale),
      when: (iso: string | null) => times.when(iso, voice),
      whenExact: (iso: string) => times.whenExact(iso, voice),
      day: (iso: string | null) => times.day(iso, voice),
      relative: (iso: string | null) => times.relative(iso, voice),
    }
  }, [locale, zone, now])
}

export type Format = ReturnType<typeof useFormat>
