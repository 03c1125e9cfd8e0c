import type { Locale } from '../../../src/core/errors.ts'
import { two } from './zone.ts'

/** How a reader reads a clock: the language, and whether its day has twice twelve hours. */
export type ClockStyle = { locale?: Locale; hour12?: boolean }

type TimeOfDay = { hour: number; minute: number; second?: number }

/** A time of day: `14:32`, `下午 2:32`, `2:32 PM`; with seconds where they are given. */
export function timeOfDay({ hour, minute, second }: TimeOfDay, { locale, hour12 = false }: ClockStyle): string {
  const rest = [minute, ...(second === undefined ? [] : [second])].map(two).join(':')
  if (!hour12) return `${two(hour)}:${rest}`
  const time = `${hour % 12 === 0 ? 12 : hour % 12}:${rest}`
  const late = hour >= 12
  return locale === 'zh-CN' ? `${late ? '下午' : '上午'} ${time}` : `${time} ${late ? 'PM' : 'AM'}`
}
