import { timeOfDay } from './clock.ts'
import { NONE, type Voice } from './format.ts'
import { offsetMinutes, two, wallOf, wallOfPresent } from './zone.ts'

/** A time: `14:32:08` today, `11-18 14:32` this year, else `2025-11-18`. */
export function when(iso: string | null, voice: Voice): string {
  if (iso === null) return NONE
  const wall = wallOf(Date.parse(iso), voice.zone)
  const today = wallOfPresent(voice.now, voice.zone)
  const date = `${two(wall.month)}-${two(wall.day)}`
  if (wall.year !== today.year) return `${wall.year}-${date}`
  const { hour, minute, second } = wall
  const isToday = wall.month === today.month && wall.day === today.day
  return isToday ? timeOfDay({ hour, minute, second }, voice) : `${date} ${timeOfDay({ hour, minute }, voice)}`
}

/** A time to the second with its date: `2026-11-20 14:32:08`. */
export function moment(iso: string, voice: Voice): string {
  const { year, month, day: of, ...time } = wallOf(Date.parse(iso), voice.zone)
  return `${year}-${two(month)}-${two(of)} ${timeOfDay(time, voice)}`
}

/** The whole time with its zone, for a hover: `2026-11-20T14:32:08+08:00 Asia/Shanghai`. */
export function whenExact(iso: string, voice: Voice): string {
  const ms = Date.parse(iso)
  const wall = wallOf(ms, voice.zone)
  const ahead = offsetMinutes(ms, voice.zone)
  const offset = `${ahead < 0 ? '-' : '+'}${two(Math.floor(Math.abs(ahead) / 60))}:${two(Math.abs(ahead) % 60)}`
  return `${wall.year}-${two(wall.month)}-${two(wall.day)}T${two(wall.hour)}:${two(wall.minute)}:${two(wall.second)}${offset} ${voice.zone}`
}

/** A day without its time: `11-18` this year, else `2025-11-18`. */
export function day(iso: string | null, voice: Voice): string {
  if (iso === null) return NONE
  const wall = wallOf(Date.parse(iso), voice.zone)
  const date = `${two(wall.month)}-${two(wall.day)}`
  return wall.year === wallOfPresent(voice.now, voice.zone).year ? date : `${wall.year}-${date}`
}

const STEPS = [
  ['year', 365 * 86_400],
  ['month', 30 * 86_400],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const

const JUST_NOW = { 'zh-CN': '刚刚', en: 'just now' } as const

/** How long ago, for "last used" only: `3 分钟前`. */
export function relative(iso: string | null, voice: Voice): string {
  if (iso === null) return NONE
  const ago = Math.round((voice.now - Date.parse(iso)) / 1000)
  if (Math.abs(ago) < 10) return JUST_NOW[voice.locale]
  const [unit, length] = STEPS.find(([, size]) => Math.abs(ago) >= size) ?? STEPS[5]
  const text = new Intl.RelativeTimeFormat(voice.locale, { numeric: 'always' }).format(-Math.trunc(ago / length), unit)
  return text.replace(/(\d)(?=\p{Script=Han})/u, '$1 ')
}
