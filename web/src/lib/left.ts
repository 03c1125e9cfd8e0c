import { two } from './zone.ts'

const SECOND_MS = 1000

/** A time that is left, in milliseconds, as `02:14`; a second that has begun counts whole. */
export function leftText(ms: number): string {
  const left = Math.max(0, Math.ceil(ms / SECOND_MS))
  return `${two(Math.floor(left / 60))}:${two(left % 60)}`
}
