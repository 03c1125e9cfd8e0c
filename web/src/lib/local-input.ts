import { momentOf, two, wallOf } from './zone.ts'

/** A moment as a `datetime-local` input holds it. */
export function toLocalInput(ms: number, zone: string): string {
  const wall = wallOf(ms, zone)
  return `${wall.year}-${two(wall.month)}-${two(wall.day)}T${two(wall.hour)}:${two(wall.minute)}`
}

/** The moment a `datetime-local` input means in a zone; undefined when it is not filled in. */
export function fromLocalInput(text: string, zone: string): number | undefined {
  const match = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d)/.exec(text)
  if (!match) return undefined
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0] = match.slice(1).map((part) => Number.parseInt(part, 10))
  return momentOf({ year, month, day, hour, minute }, zone)
}
