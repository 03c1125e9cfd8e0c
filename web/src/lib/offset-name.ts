import { offsetMinutes, two } from './zone.ts'

/** `UTC+8`, `UTC−3:30`: what a zone is ahead of UTC at a moment. */
export function offsetName(ms: number, zone: string): string {
  return offsetText(offsetMinutes(ms, zone))
}

/** So many minutes ahead of UTC: `UTC+8`, `UTC−3:30`. */
export function offsetText(minutes: number): string {
  if (minutes === 0) return 'UTC'
  const size = Math.abs(minutes)
  const rest = size % 60
  return `UTC${minutes < 0 ? '−' : '+'}${Math.floor(size / 60)}${rest ? `:${two(rest)}` : ''}`
}
