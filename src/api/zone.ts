import { invalid } from './errors.ts'

/** Refuses a time zone that browsers or this server's calendar do not know; null and undefined name none. */
export function requireZone(field: string, zone: string | null | undefined): void {
  if (zone === null || zone === undefined) return
  try {
    // The two disagree about a few spellings: an offset with a typographic minus, a whole date for a zone.
    new Intl.DateTimeFormat('en', { timeZone: zone })
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(zone)
  } catch {
    throw invalid({ [field]: { zh: '未知的时区', en: 'This time zone is not known' } })
  }
}
