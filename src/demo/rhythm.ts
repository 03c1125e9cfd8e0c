import { DAY_MS, HOUR_MS, hourOf } from '../core/time.ts'
import type { Habit } from './cast.ts'
import type { Dice } from './dice.ts'

/** Where the cast works, eight hours ahead of UTC. */
export const CAST_ZONE = 'Asia/Shanghai'
const ZONE_MS = 8 * HOUR_MS

const OFFICE = [1, 0, 0, 0, 0, 0, 0, 1, 3, 9, 14, 13, 6, 8, 14, 15, 14, 12, 7, 5, 7, 8, 5, 2] as const
const EVENING = [3, 1, 0, 0, 0, 0, 0, 2, 4, 5, 6, 6, 8, 6, 5, 5, 5, 6, 8, 10, 13, 14, 12, 7] as const
const STEADY = [5, 9, 9, 5, 4, 4, 4, 4, 5, 7, 8, 8, 6, 7, 8, 8, 8, 7, 6, 5, 5, 5, 5, 5] as const

const HOURS: Record<Habit, readonly number[]> = { agent: OFFICE, chat: EVENING, script: STEADY }
const WEEKEND: Record<Habit, number> = { agent: 0.3, chat: 0.8, script: 0.6 }

/** The hour starts of the `days` before `now`, each with how busy a habit is in it; the parts add up to 1. */
export function rhythmOf(habit: Habit, now: number, days: number): { at: number; part: number }[] {
  const first = hourOf(now - days * DAY_MS)
  const hours = Array.from({ length: days * 24 + 1 }, (_, index) => first + index * HOUR_MS)
  const weights = hours.map((at) => weightOf(habit, at) * (0.75 + (0.5 * (at - first)) / (days * DAY_MS)))
  const sum = weights.reduce((total, weight) => total + weight, 0)
  return hours.map((at, index) => ({ at, part: (weights[index] ?? 0) / sum }))
}

/** The times in one hour at which a key is used `expected` times on average; none lies after `now`. */
export function momentsIn(hour: number, expected: number, now: number, dice: Dice): number[] {
  const count = Math.floor(expected * (0.6 + 0.8 * dice()) + dice())
  const moments = Array.from({ length: count }, () => hour + Math.floor(dice() * HOUR_MS))
  return moments.filter((at) => at < now)
}

function weightOf(habit: Habit, at: number): number {
  const local = new Date(at + ZONE_MS)
  const weekend = local.getUTCDay() === 0 || local.getUTCDay() === 6
  return (HOURS[habit][local.getUTCHours()] ?? 0) * (weekend ? WEEKEND[habit] : 1)
}
