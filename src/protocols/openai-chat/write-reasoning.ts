import type { Json } from '../../core/json.ts'
import { effortTold } from '../efforts.ts'
import type { Effort, Reasoning } from '../translate/conversation.ts'
import type { Quirks } from '../translate/quirks.ts'

type Style = NonNullable<Quirks['thinking']> | 'effort'

/**
 * What is asked for, where words and numbers may be missing: `on` is null where whether to think is left to the model, `word` is
 * one that the vendor knows, `budget` what the caller said in tokens, and `tokens` that or what the word stands for.
 */
type Wanted = {
  on: boolean | null
  word: Effort | null
  budget: number | null
  tokens: number | null
  shown: boolean | null
  /** The vendor takes the word or the switch, never both. */
  alone: boolean
}

/** How each kind of vendor is told to think (wire.md §3.1, thinking switches). */
const SWITCHES: Readonly<Record<Style, (wanted: Wanted) => Json>> = {
  effort: ({ word }) => (word === null ? {} : { reasoning_effort: word }),
  'thinking-type': ({ on, word, alone }) => ({
    ...(on !== null && !(on && word !== null && alone) && { thinking: { type: on ? 'enabled' : 'disabled' } }),
    ...(on && word !== null && { reasoning_effort: word }),
  }),
  'enable-thinking': ({ on, tokens }) => ({
    ...(on !== null && { enable_thinking: on }),
    ...(on && tokens !== null && { thinking_budget: tokens }),
  }),
  'chat-template': ({ on }) => (on === null ? {} : { chat_template_kwargs: { enable_thinking: on } }),
  'reasoning-object': (wanted) => {
    const reasoning = { ...measureOf(wanted), ...(wanted.shown === false && { exclude: true }) }
    return Object.keys(reasoning).length > 0 ? { reasoning } : {}
  },
  // Without it MiniMax tells its thoughts as part of its words.
  'reasoning-split': ({ on }) => ({
    reasoning_split: true,
    ...(on !== null && { thinking: { type: on ? 'adaptive' : 'disabled' } }),
  }),
  none: () => ({}),
}

/** Styles that say by the word for effort whether to think at all. */
const BY_WORD: ReadonlySet<Style> = new Set(['effort', 'reasoning-object'])

/** The fields that say how much to think; `lost` takes the name of what cannot be said. */
export function writeReasoning(
  reasoning: Reasoning | null,
  { quirks, model }: { quirks: Quirks; model: string },
  lost: Set<string>,
): Json {
  const style = quirks.thinking ?? 'effort'
  if (!reasoning) return style === 'reasoning-split' ? SWITCHES[style](NOTHING_ASKED) : {}
  const asked = reasoning.effort ?? effortOf(reasoning.budgetTokens)
  const { word, isLost } = effortTold(asked, { model, quirks })
  const on = reasoning.onlyShown ? null : asked !== 'none'
  const always = quirks.alwaysThinks?.test(model) === true
  const isFixed = quirks.switchable?.test(model) === false
  const isUnsaid = isFixed || style === 'none' || (BY_WORD.has(style) && isLost) || (always && on === false)
  if (on !== null && isUnsaid) lost.add('reasoning_effort')
  return SWITCHES[style]({
    // Who always thinks is told how much, where there is a word for it, and else nothing.
    on: isFixed || (always && word === null) ? null : always && on !== null ? true : on,
    word,
    budget: reasoning.budgetTokens,
    tokens: reasoning.budgetTokens ?? (asked === null ? null : BUDGETS[asked]),
    shown: reasoning.shown,
    alone: quirks.effortAlone === true,
  })
}

const NOTHING_ASKED: Wanted = { on: null, word: null, budget: null, tokens: null, shown: null, alone: false }

function measureOf({ on, word, budget }: Wanted): Json {
  if (on === null) return {}
  // Who cannot but think refuses `none` (OpenRouter's `mandatory`), and is told the least word that it takes.
  if (!on) return { effort: word ?? 'none' }
  if (budget !== null) return { max_tokens: budget }
  return word === null ? { enabled: true } : { effort: word }
}

/** Tokens for a word, as Google's own chat layer has them (wire.md §3.1); above high a model has its own measure. */
const BUDGETS = { none: 0, minimal: 1024, low: 1024, medium: 8192, high: 24_576, xhigh: null, max: null } as const

function effortOf(budgetTokens: number | null): Effort | null {
  if (budgetTokens === null) return null
  return (['none', 'low', 'medium'] as const).find((word) => budgetTokens <= BUDGETS[word]) ?? 'high'
}
