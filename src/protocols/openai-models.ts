import { type Effort, EFFORTS } from './translate/conversation.ts'
import type { Quirks } from './translate/quirks.ts'

/** What a model of OpenAI's own takes. */
export type Takes = {
  thinks: boolean
  /** The words for effort it knows, in rising order; null: it is not known which. */
  efforts: readonly Effort[] | null
  /** When it takes temperature and the like: at any time, at the effort `none` only, or never. */
  sampling: 'always' | 'unthinking' | 'never'
}

const between = (least: Effort, most: Effort) => EFFORTS.slice(EFFORTS.indexOf(least), EFFORTS.indexOf(most) + 1)
const without = (efforts: readonly Effort[], word: Effort) => efforts.filter((each) => each !== word)
const fromNone = (most: Effort) => without(between('none', most), 'minimal')

const PLAIN: Takes = { thinks: false, efforts: null, sampling: 'always' }
const SEARCHING: Takes = { ...PLAIN, sampling: 'never' }
const O_SERIES: Takes = { thinks: true, efforts: between('low', 'high'), sampling: 'never' }
const OPTIONAL: Takes = { thinks: true, efforts: fromNone('max'), sampling: 'unthinking' }
const always = (least: Effort, most: Effort): Takes => ({
  thinks: true,
  efforts: between(least, most),
  sampling: 'never',
})

/** Models that differ from what their version says; of the variants of GPT-5 as `@earendil-works/pi-ai` 1.6.0 has them. */
const NAMED: readonly (readonly [RegExp, Takes])[] = [
  [/^gpt-4o(?:-mini)?-search-/, SEARCHING],
  [/^(?:gpt-[34]|chatgpt-|gpt-5-chat)/, PLAIN],
  [/^gpt-(?:6\.1-terra(?!-pro)|6-luna|6-sol)\b/, OPTIONAL],
  [/^gpt-5-pro\b/, always('high', 'high')],
  [/^gpt-5\.\d+-pro\b/, always('medium', 'xhigh')],
  [/^gpt-5\.6-cyber\b/, always('low', 'max')],
  [/^gpt-5\.(?:1-codex-max|2-codex|3-codex-spark)\b/, always('low', 'xhigh')],
  [/^gpt-5(?:\.1)?-codex\b/, always('low', 'high')],
  [/^gpt-5\.3-codex\b/, { ...OPTIONAL, efforts: fromNone('xhigh') }],
  [/^o\d+(?:-|$)/, O_SERIES],
]

/** What a model takes from a version on (major × 100 + minor); the first row counts. After the vendor's model pages as of November 2026. */
const VERSIONS: readonly { from: number; takes: Takes }[] = [
  { from: 600, takes: { thinks: true, efforts: between('low', 'max'), sampling: 'never' } },
  { from: 506, takes: OPTIONAL },
  { from: 502, takes: { ...OPTIONAL, efforts: fromNone('xhigh') } },
  { from: 501, takes: { ...OPTIONAL, efforts: fromNone('high') } },
  { from: 500, takes: { thinks: true, efforts: between('minimal', 'high'), sampling: 'never' } },
]

const VERSION = /^gpt-([5-9])(?:\.(\d+))?(?!\d)(?:-(.+))?/
/** Of GPT-5 the sizes, and dates of each; the words of variants that are not named above are not known. */
const SIZES = /^(?:(?:mini|nano|sol|luna|terra)(?:-|$))?(?:\d{4}-\d{2}-\d{2})?$/

/** What hosts put before a model's own name: `openai/`, on Bedrock `openai.` and where it runs (`global.openai.`). */
const BEFORE = /^(?:.*\/|(?:[a-z]+\.)?openai\.)/

/** What a model takes, by the name its upstream knows it by; null for a name that is none of OpenAI's. */
export function takesOf(model: string): Takes | null {
  const name = model.toLowerCase().replace(BEFORE, '').replace(/^ft:/, '').replace(/:.*$/, '')
  const named = NAMED.find(([pattern]) => pattern.test(name))
  if (named) return named[1]
  const [, major, minor = '0', variant = ''] = VERSION.exec(name) ?? []
  if (major === undefined) return null
  const takes = VERSIONS.find(({ from }) => Number(major) * 100 + Number(minor) >= from)?.takes
  return takes && major === '5' && !SIZES.test(variant) ? { ...takes, efforts: null } : (takes ?? null)
}

/** The least word among those that are known that is not below the one asked for, else the greatest. */
export function nearest(asked: Effort | null, known: readonly Effort[]): Effort | null {
  if (asked === null) return null
  return known.find((word) => EFFORTS.indexOf(word) >= EFFORTS.indexOf(asked)) ?? known.at(-1) ?? null
}

/** When a model takes temperature and the like where it is served; of one nobody knows about at any time. */
export function samplingTaken({ model, quirks }: { model: string; quirks: Quirks }): Takes['sampling'] {
  return takesOf(model)?.sampling ?? (quirks.fixedSampling?.test(model) ? 'never' : 'always')
}

/** What of temperature and the like goes to a model at an effort; the names of what is left out, though it asked for something, go to `lost`. */
export function samplingFor(
  asked: Readonly<Record<string, number | null>>,
  { taken, effort }: { taken: Takes['sampling']; effort: unknown },
  lost: Set<string>,
): Record<string, number | null> {
  if (taken === 'always' || (taken === 'unthinking' && effort === 'none')) return asked
  for (const [name, value] of Object.entries(asked)) if (value !== null && value !== IDLE[name]) lost.add(name)
  return {}
}

/** Values that ask for nothing. */
const IDLE: Readonly<Record<string, number>> = { temperature: 1, top_p: 1, presence_penalty: 0, frequency_penalty: 0 }
