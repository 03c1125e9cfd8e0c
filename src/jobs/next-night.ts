const NIGHT_HOUR = 3

/** The next three o'clock in the morning of a zone after a moment, in epoch milliseconds. */
export function nextNight(after: number, zone: string): number {
  const date = Temporal.Instant.fromEpochMilliseconds(after).toZonedDateTimeISO(zone).toPlainDate()
  // Each day asked by itself: where a clock change leaves three o'clock out it is the hour after, on that day alone.
  const nightOf = (day: Temporal.PlainDate) =>
    day.toZonedDateTime({ timeZone: zone, plainTime: { hour: NIGHT_HOUR } }).epochMilliseconds
  const today = nightOf(date)
  return today > after ? today : nightOf(date.add({ days: 1 }))
}
