import { invalid } from './errors.ts'

/** Finding out takes a quarter of a millisecond, and people live in few zones; spellings are the callers' own, so there is a bound. */
const MAX_KNOWN = 1000
const known = new Set<string>()

/** Refuses a time zone that browsers or this server's calendar do not know; null and undefined name none. */
export function requireZone(field: string, zone: string | null | undefined): void {
  if (zone === null || zone === undefined || known.has(zone)) return
  try {
    // The two disagree about a few spellings: an offset with a typographic minus, a whole date for a zone.
    new Intl.DateTimeFormat('en', { timeZone: zone })
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(zone)
  } catch {
    throw invalid({ [field]: { zh: '未知的时区', en: 'Unknown time zone' } })
  }
  if (known.size < MAX_KNOWN) known.add(zone)
}
