import type { Json } from '../../core/json.ts'
import type { Conversation, Effort, Reasoning } from '../translate/conversation.ts'
import type { Traits } from './traits.ts'
import type { SpokenMessage } from './write-messages.ts'

/** How a request says how much to think; `on` where it is switched on. */
type Thinking = { thinking?: Json; effort?: string; on: boolean; lost: boolean }

/** Tokens for each effort, as Google's OpenAI layer maps them (wire.md §3.1). */
const BUDGETS: Record<Effort, number> = {
  none: 0,
  minimal: 1024,
  low: 1024,
  medium: 8192,
  high: 24_576,
  xhigh: 24_576,
  max: 24_576,
}
/** The smallest budget there is; it must also be less than `max_tokens`. */
const LEAST_BUDGET = 1024

/** How a model is told to think, within what it takes. */
export function writeThinking(
  reasoning: Reasoning | null,
  about: { traits: Traits; forced: boolean; maxTokens: number; messages: readonly SpokenMessage[] },
): Thinking {
  const { traits, forced, maxTokens, messages } = about
  const wanted = reasoning !== null && !isOff(reasoning)
  if (traits.thinking === 'none') return { on: false, lost: wanted }
  // A forced call is made without thinking, or is refused.
  if (forced && traits.forcedTools === 'unthinking' && (wanted || traits.thinksUnasked))
    return switchedOff(traits, wanted)
  if (reasoning === null) return { on: traits.thinksUnasked, lost: false }
  if (!wanted) return switchedOff(traits, traits.off === null)
  const display = reasoning.shown === null ? {} : { display: reasoning.shown ? 'summarized' : 'omitted' }
  if (traits.thinking === 'adaptive') {
    const effort = effortFor(reasoning, traits)
    return { thinking: { type: 'adaptive', ...display }, ...(effort && { effort }), on: true, lost: false }
  }
  if (maxTokens <= LEAST_BUDGET || isLoopWithoutThought(messages)) return switchedOff(traits, true)
  const thinking = { type: 'enabled', budget_tokens: budgetFor(reasoning, maxTokens), ...display }
  return { thinking, on: true, lost: false }
}

function isOff({ effort, budgetTokens }: Reasoning): boolean {
  return effort === 'none' || budgetTokens === 0
}

function switchedOff({ off }: Traits, lost: boolean): Thinking {
  return off === null ? { effort: 'low', on: true, lost } : { thinking: { type: off }, on: false, lost }
}

/** The effort a model knows that is nearest to the one asked for. */
function effortFor({ effort, budgetTokens }: Reasoning, { xhigh }: Traits): Effort | null {
  const asked = effort ?? (budgetTokens === null ? null : nearest(budgetTokens))
  if (asked === 'minimal') return 'low'
  return asked === 'xhigh' && !xhigh ? 'high' : asked
}

function nearest(budgetTokens: number): Effort {
  return (['low', 'medium', 'high'] as const).find((effort) => budgetTokens <= BUDGETS[effort]) ?? 'max'
}

/** A budget that leaves room for the answer. */
function budgetFor({ effort, budgetTokens }: Reasoning, maxTokens: number): number {
  const asked = budgetTokens ?? BUDGETS[effort ?? 'medium']
  return Math.max(LEAST_BUDGET, asked < maxTokens ? asked : Math.floor(maxTokens / 2))
}

/** With a budget, a turn that is in the middle of calls must begin with the thought they came from, which may not be ours to send. */
function isLoopWithoutThought(messages: readonly SpokenMessage[]): boolean {
  const answered = messages.findLast(({ role }) => role === 'user')?.content[0]?.type === 'tool_result'
  const first = messages.findLast(({ role }) => role === 'assistant')?.content[0]
  return answered && first?.type !== 'thinking' && first?.type !== 'redacted_thinking'
}

/** While a model thinks, this is the least `top_p` it takes. */
const LEAST_TOP_P = 0.95

/** Temperature and its like, as far as the model takes them; the names of the others are in `lost`. */
export function writeSampling(
  { temperature, topP, topK }: Pick<Conversation, 'temperature' | 'topP' | 'topK'>,
  { sampling }: Traits,
  thinks: boolean,
): { fields: Json; lost: string[] } {
  const asked = { temperature, top_p: topP, top_k: topK }
  const narrow = sampling === 'one'
  const taken = {
    temperature: sampling !== 'none' && !(narrow && thinks && temperature !== 1),
    top_p: sampling !== 'none' && !(narrow && (temperature !== null || (thinks && (topP ?? 1) < LEAST_TOP_P))),
    top_k: sampling !== 'none' && !(narrow && thinks),
  }
  const fields: Json = {}
  const lost: string[] = []
  for (const name of ['temperature', 'top_p', 'top_k'] as const) {
    const value = asked[name]
    if (value === null) continue
    if (!taken[name]) lost.push(name)
    else fields[name] = name === 'temperature' ? Math.min(1, Math.max(0, value)) : value
  }
  return { fields, lost }
}
