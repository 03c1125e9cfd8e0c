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
}

/** How each kind of vendor is told to think (wire.md §3.1, thinking switches). */
const SWITCHES: Readonly<Record<Style, (wanted: Wanted) => Json>> = {
  effort: ({ word }) => (word === null ? {} : { reasoning_effort: word }),
  'thinking-type': ({ on, word }) => ({
    ...(on !== null && { thinking: { type: on ? 'enabled' : 'disabled' } }),
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
  'reasoning-split': () => ({ reasoning_split: true }),
  none: () => ({}),
}

/** Styles that say by the word for effort whether to think at all. */
const BY_WORD: ReadonlySet<Style> = new Set(['effort', 'reasoning-object'])
/** Styles that have no way to say how much. */
const DEAF: ReadonlySet<Style> = new Set(['none', 'reasoning-split'])

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
  const wanted = {
    on: reasoning.onlyShown ? null : asked !== 'none',
    word,
    budget: reasoning.budgetTokens,
    tokens: reasoning.budgetTokens ?? (asked === null ? null : BUDGETS[asked]),
    shown: reasoning.shown,
  }
  const isFixed = style === 'enable-thinking' && quirks.switchable?.test(model) === false
  if (wanted.on !== null && (isFixed || DEAF.has(style) || (BY_WORD.has(style) && isLost))) lost.add('reasoning_effort')
  return isFixed ? {} : SWITCHES[style](wanted)
}

const NOTHING_ASKED: Wanted = { on: true, word: null, budget: null, tokens: null, shown: null }

function measureOf({ on, word, budget }: Wanted): Json {
  if (on === null) return {}
  if (!on) return { effort: 'none' }
  if (budget !== null) return { max_tokens: budget }
  return word === null ? { enabled: true } : { effort: word }
}

/** Tokens for a word, as Google's own chat layer has them (wire.md §3.1); above high a model has its own measure. */
const BUDGETS = { none: 0, minimal: 1024, low: 1024, medium: 8192, high: 24_576, xhigh: null, max: null } as const

function effortOf(budgetTokens: number | null): Effort | null {
  if (budgetTokens === null) return null
  return (['none', 'low', 'medium'] as const).find((word) => budgetTokens <= BUDGETS[word]) ?? 'high'
}
