const NIGHT_HOUR = 3

/** The next three o'clock in the morning of a zone after a moment, in epoch milliseconds. */
export function nextNight(after: number, zone: string): number {
  const from = Temporal.Instant.fromEpochMilliseconds(after).toZonedDateTimeISO(zone)
  const today = from.withPlainTime({ hour: NIGHT_HOUR })
  const next = Temporal.ZonedDateTime.compare(today, from) > 0 ? today : today.add({ days: 1 })
  return next.epochMilliseconds
}
