import type { Json } from '../../core/json.ts'
import type { Reasoning } from '../translate/conversation.ts'
import { invalid } from '../translate/shape.ts'
import { fieldsIn } from './proto-json.ts'

const LEVELS = ['minimal', 'low', 'medium', 'high', 'xhigh'] as const
type Level = (typeof LEVELS)[number]

/** How a model is told how much to think: in a word, in tokens (`off`: 0 is none), or not at all. */
type Thinking = { levels: readonly Level[] } | { min: number; max: number; off: boolean } | null

const between = (least: Level, most: Level) => LEVELS.slice(LEVELS.indexOf(least), LEVELS.indexOf(most) + 1)

/** Models by what their name says, the first that fits (ai.google.dev, thinking; levels as of November 2026). */
const MODELS: readonly (readonly [RegExp, Thinking])[] = [
  [/-(image|tts)\b|embedding/, null],
  [/gemini-2\.5-pro/, { min: 128, max: 32_768, off: false }],
  [/gemini-2\.5-flash-lite/, { min: 512, max: 24_576, off: true }],
  [/gemini-2\.5/, { min: 1, max: 24_576, off: true }],
  [/gemini-[12]\b|gemma-[1-3]\b/, null],
  [/gemini-3-pro/, { levels: ['low', 'high'] }],
  // `gemini-flash-latest` becomes the newest, which takes no `minimal` any more.
  [/gemini-3(\.[1-6])?-flash|gemini-flash-lite-latest/, { levels: between('minimal', 'high') }],
  [/gemini-4-(hydrogen|neon)/, { levels: between('low', 'xhigh') }],
  [/gemma-4/, { levels: ['minimal', 'high'] }],
]
const OTHERS: Thinking = { levels: between('low', 'high') }

/** Whether a model is from before Gemini 3: it signs no calls, and its tools give text only. */
export function isOlder(model: string): boolean {
  return /gemini-(?:[12]\b|live-2|robotics-er-1)|gemma-[1-3]\b/.test(model)
}

/** Tokens for a word, as Google's own OpenAI layer has them (wire.md §3.1). */
const BUDGETS = { none: 0, minimal: 1024, low: 1024, medium: 8192, high: 24_576, xhigh: 32_768, max: 32_768 }

function thinkingOf(model: string): Thinking {
  const thinking = MODELS.find(([name]) => name.test(model))?.[1]
  return thinking === undefined ? OTHERS : thinking
}

/** The `thinkingConfig` that says so to a model; null when there is nothing to say. */
export function thinkingConfigFor({ effort, budgetTokens, shown }: Reasoning, model: string): Json | null {
  const how = thinkingOf(model)
  if (how === null) return null
  const config = {
    ...('levels' in how
      ? levelFor(effort ?? effortOf(budgetTokens), how.levels)
      : budgetFor(effort, budgetTokens, how)),
    ...(shown !== null && { includeThoughts: shown }),
  }
  return Object.keys(config).length === 0 ? null : config
}

/** The `thinking_level` of an interaction, which knows no budgets, whatever the model; undefined when there is nothing to say. */
export function thinkingLevelFor({ effort, budgetTokens }: Reasoning, model: string): string | undefined {
  const how = thinkingOf(model)
  if (how === null) return undefined
  const levels = 'levels' in how ? how.levels : between('minimal', 'high')
  return levelFor(effort ?? effortOf(budgetTokens), levels).thinkingLevel?.toLowerCase()
}

/** The least level that is not below what is asked for; no level is none. */
function levelFor(effort: Reasoning['effort'], levels: readonly Level[]): { thinkingLevel?: string } {
  if (effort === null) return {}
  const wanted = effort === 'none' ? 0 : (LEVELS as readonly string[]).indexOf(effort)
  const level = wanted < 0 ? undefined : levels.find((one) => LEVELS.indexOf(one) >= wanted)
  return { thinkingLevel: (level ?? levels.at(-1) ?? 'high').toUpperCase() }
}

function budgetFor(
  effort: Reasoning['effort'],
  budgetTokens: number | null,
  { min, max, off }: { min: number; max: number; off: boolean },
): { thinkingBudget?: number } {
  const tokens = budgetTokens ?? (effort === null ? null : BUDGETS[effort])
  if (tokens === null) return {}
  return { thinkingBudget: tokens === 0 && off ? 0 : Math.min(Math.max(tokens, min), max) }
}

function effortOf(budgetTokens: number | null): Level | null {
  if (budgetTokens === null) return null
  if (budgetTokens <= BUDGETS.low) return 'low'
  return budgetTokens <= BUDGETS.medium ? 'medium' : 'high'
}

/** What a caller's `thinkingConfig` asks for; a budget of −1 leaves the measure to the model, 0 is none. */
export function reasoningOf(config: Json, where: string): Reasoning {
  const { text, number, flag } = fieldsIn(config, where)
  const budget = number('thinkingBudget')
  const level = levelIn(text('thinkingLevel'), `${where}thinkingLevel`)
  return {
    effort: level ?? (budget === 0 ? 'none' : null),
    budgetTokens: budget !== null && budget > 0 ? budget : null,
    shown: flag('includeThoughts'),
    ...(level === null && budget === null && { onlyShown: true }),
  }
}

/** The level at a place of a request, in either case; `body_invalid` when it is none. */
export function levelIn(word: string | null, where: string): Level | null {
  if (word === null || word === 'THINKING_LEVEL_UNSPECIFIED') return null
  const level = LEVELS.find((one) => one === word.toLowerCase())
  if (!level) throw invalid(`\`${where}\` must be one of ${LEVELS.join(', ').toUpperCase()}`)
  return level
}
