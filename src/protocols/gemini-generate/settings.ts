import type { Addressee } from '../translate/codec.ts'
import type { Conversation, Reasoning } from '../translate/conversation.ts'
import { wantsStrict } from '../translate/wants.ts'
import { unsaidBounds } from '../translate/web-search.ts'
import { tierFor } from './tier.ts'

/** Google takes no more of them (wire.md §3.1). */
const MOST_STOPS = 5

/** What both of Google's protocols ask alike, and the names of what neither can say. */
type Settings = {
  searches: boolean
  stop: string[] | null
  seed: number | null
  tier: string | null
  lost: string[]
}

/** The settings of a request as Google takes them; `thinks`: how much to think can be said to the model. */
export function settingsFor(conversation: Conversation, to: Addressee, thinks: boolean): Settings {
  const { tools, webSearch, stop, reasoning } = conversation
  // Google refuses its own search beside functions, or wants its traces back, which no other protocol could carry.
  const searches = webSearch !== null && tools.length === 0
  const { word: tier, isLost } = tierFor(conversation.tier, to)
  const lost = {
    web_search: webSearch !== null && !searches,
    'tools.strict': wantsStrict(tools),
    stop: stop.length > MOST_STOPS,
    reasoning_effort: isMeasured(reasoning) && !thinks,
    service_tier: isLost,
  }
  return {
    searches,
    stop: stop.length > 0 ? stop.slice(0, MOST_STOPS) : null,
    seed: seedFor(conversation.seed),
    tier,
    lost: [
      ...Object.entries(lost).flatMap(([name, isOne]) => (isOne ? [name] : [])),
      ...(searches ? unsaidBounds(webSearch, []) : []),
    ],
  }
}

function isMeasured(reasoning: Reasoning | null): boolean {
  return reasoning !== null && (reasoning.effort ?? reasoning.budgetTokens ?? 'none') !== 'none'
}

/** Seeds are of 32 bits here; the same one stays the same. */
function seedFor(seed: number | null): number | null {
  return seed === null ? null : Math.trunc(seed) % 2 ** 31
}
