import { inputTotal, NO_USAGE } from '../core/usage.ts'
import type { Usage } from '../core/usage.ts'
import type { CastModel, Habit } from './cast.ts'
import { around, between } from './dice.ts'
import type { Dice } from './dice.ts'

/** What one request of a habit uses. Agents read a long conversation again and again, nearly all of it from the cache. */
export function usageOf(habit: Habit, writesCache: boolean, dice: Dice): Usage {
  const output = Math.round(Math.min(12_000, around(dice, OUTPUT[habit], 0.85))) + 1
  const reasoning = habit === 'script' ? 0 : Math.floor(output * Math.max(0, dice() - 0.45))
  return { ...NO_USAGE, ...inputOf(habit, writesCache, dice), output, reasoning }
}

const OUTPUT: Record<Habit, number> = { agent: 430, chat: 620, script: 240 }

function inputOf(habit: Habit, writesCache: boolean, dice: Dice): Pick<Usage, 'input' | 'cacheRead' | 'cacheWrite5m'> {
  if (habit === 'chat') return { input: Math.round(around(dice, 1100, 0.9)), cacheRead: 0, cacheWrite5m: 0 }
  const total = Math.round(Math.min(190_000, around(dice, habit === 'agent' ? 42_000 : 2600, 0.75)))
  const cached = habit === 'agent' ? 0.84 + 0.14 * dice() : Math.max(0, dice() - 0.55)
  // The first turn of a conversation finds nothing in the cache.
  const cacheRead = dice() < 0.06 ? 0 : Math.floor(total * cached)
  if (!writesCache || habit !== 'agent') return { input: total - cacheRead, cacheRead, cacheWrite5m: 0 }
  const input = between(dice, 3, 60)
  return { input, cacheRead, cacheWrite5m: Math.max(0, total - cacheRead - input) }
}

/** The times of one answered request in milliseconds since the upstream was asked. */
export type Pace = { headersMs: number; firstTokenMs: number; totalMs: number }

/** How long an answer takes: a longer input delays the first token, a longer output the end. */
export function paceOf(model: CastModel, usage: Usage, dice: Dice): Pace {
  const reading = inputTotal(usage) / 220
  const firstTokenMs = Math.round(around(dice, model.firstTokenMs, 0.35) + reading)
  const writing = (usage.output / around(dice, model.tokensPerSecond, 0.18)) * 1000
  return {
    headersMs: Math.round(firstTokenMs * (0.4 + 0.3 * dice())),
    firstTokenMs,
    totalMs: Math.round(firstTokenMs + writing),
  }
}

/** What was used when the caller left after a part of the answer. */
export function partOf(usage: Usage, part: number): Usage {
  return { ...usage, output: Math.ceil(usage.output * part), reasoning: Math.floor(usage.reasoning * part) }
}
