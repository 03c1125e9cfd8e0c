/** What a model takes of the Messages API. */
export type Traits = {
  /** How it is told to think: how hard, how many tokens, or not at all. */
  thinking: 'adaptive' | 'budget' | 'none'
  /** What switches thinking off; null where nothing does. */
  off: 'disabled' | 'between_tools' | null
  /** Whether it thinks when nobody says anything about it. */
  thinksUnasked: boolean
  /** Whether it knows the effort `xhigh`. */
  xhigh: boolean
  /** Whether a tool may be forced: at any time, only without thinking, or never. */
  forcedTools: 'always' | 'unthinking' | 'never'
  /** Which of temperature, top_p and top_k it takes: all, one of the first two, or none. */
  sampling: 'all' | 'one' | 'none'
  /** Whether a system message may stand after a user's (also called mid-conversation system messages). */
  laterSystem: boolean
  /** Whether answers and calls can be bound to a schema. */
  schemas: boolean
  /** Whether it refuses thoughts that it has not signed. */
  signs: boolean
}

type Tier = 'opus' | 'sonnet' | 'haiku' | 'fable' | 'mythos'
type Row = { tiers: readonly Tier[]; from: number; traits: Traits }

const ALL: readonly Tier[] = ['opus', 'sonnet', 'haiku', 'fable', 'mythos']

/** Since 4.7 models take no sampling; the rows below say how each differs from this. */
const NEW: Traits = {
  thinking: 'adaptive',
  off: 'disabled',
  thinksUnasked: true,
  xhigh: true,
  forcedTools: 'unthinking',
  sampling: 'none',
  laterSystem: true,
  schemas: true,
  signs: true,
}
const ALWAYS_THINKING: Traits = { ...NEW, off: null, forcedTools: 'never' }
const BUDGET: Traits = {
  ...NEW,
  thinking: 'budget',
  thinksUnasked: false,
  xhigh: false,
  sampling: 'one',
  laterSystem: false,
}
const OLDEST: Traits = { ...BUDGET, thinking: 'none', forcedTools: 'always', sampling: 'all', schemas: false }
/** Other vendors' models behind an Anthropic endpoint: the plain API, nothing of Claude's own restrictions. */
const FOREIGN: Traits = { ...BUDGET, forcedTools: 'always', sampling: 'all', schemas: false, signs: false }

/**
 * The first row counts that names the tier from no later version (major × 100 + minor). After the vendor's pages on adaptive
 * thinking, effort and mid-conversation system messages, and the compat flags of `@earendil-works/pi-ai` 1.5.2.
 */
const ROWS: readonly Row[] = [
  { tiers: ['sonnet'], from: 505, traits: { ...ALWAYS_THINKING, off: 'between_tools' } },
  { tiers: ['opus'], from: 505, traits: ALWAYS_THINKING },
  { tiers: ['fable', 'mythos'], from: 501, traits: ALWAYS_THINKING },
  { tiers: ['fable', 'mythos'], from: 500, traits: { ...ALWAYS_THINKING, forcedTools: 'always' } },
  { tiers: ['sonnet'], from: 500, traits: { ...NEW, laterSystem: false } },
  { tiers: ['opus', 'haiku'], from: 500, traits: NEW },
  { tiers: ['opus'], from: 408, traits: { ...NEW, thinksUnasked: false } },
  { tiers: ['opus'], from: 407, traits: { ...NEW, thinksUnasked: false, laterSystem: false } },
  {
    tiers: ['opus', 'sonnet'],
    from: 406,
    traits: { ...NEW, thinksUnasked: false, laterSystem: false, xhigh: false, sampling: 'one' },
  },
  { tiers: ['opus'], from: 401, traits: BUDGET },
  { tiers: ['sonnet', 'haiku'], from: 405, traits: BUDGET },
  { tiers: ['opus', 'sonnet'], from: 307, traits: { ...BUDGET, schemas: false } },
  { tiers: ALL, from: 0, traits: OLDEST },
]

/** `claude-opus-4-6`, also with a vendor before and a date after it; without a version: the newest of its tier. */
const TIER_FIRST = /claude-(opus|sonnet|haiku|fable|mythos)(?:-(\d{1,2})(?:[-.](\d{1,2}))?(?!\d))?/
/** `claude-3-7-sonnet`, as names were before 4. */
const VERSION_FIRST = /claude-(\d)(?:[-.](\d))?-(opus|sonnet|haiku)/
const BEFORE_TIERS = /claude-(?:instant|v?[12]\b)/

/** What a model takes, by the name its upstream knows it by. */
export function traitsOf(model: string): Traits {
  if (!isClaude(model)) return FOREIGN
  const { tier, version } = named(model.toLowerCase())
  return ROWS.find(({ tiers, from }) => tiers.some((one) => one === tier) && version >= from)?.traits ?? OLDEST
}

/** Whether a model is the vendor's own, by the name its upstream knows it by. */
export function isClaude(model: string): boolean {
  return /claude/i.test(model)
}

function named(name: string): { tier: string; version: number } {
  const [old, oldMajor, oldMinor, oldTier = ''] = VERSION_FIRST.exec(name) ?? []
  if (old) return { tier: oldTier, version: versionOf(oldMajor, oldMinor) }
  if (BEFORE_TIERS.test(name)) return { tier: 'opus', version: 0 }
  const [, tier = 'opus', major, minor] = TIER_FIRST.exec(name) ?? []
  return { tier, version: major === undefined ? Infinity : versionOf(major, minor) }
}

function versionOf(major = '0', minor = '0'): number {
  return Number(major) * 100 + Number(minor)
}
