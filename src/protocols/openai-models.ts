import { type Effort, EFFORTS } from './translate/conversation.ts'

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

/** Models that differ from what their version says. */
const NAMED: readonly (readonly [RegExp, Takes])[] = [
  [/^gpt-4o(?:-mini)?-search-/, SEARCHING],
  [/^(?:gpt-[34]|chatgpt-|gpt-5-chat)/, PLAIN],
  [/^gpt-(?:6\.1-terra|6-luna|6-sol)\b/, OPTIONAL],
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
/** Of GPT-5 the sizes, and dates of each; the words of its other variants (pro, codex, chat) are not known. */
const SIZES = /^(?:(?:mini|nano|sol|luna|terra)(?:-|$))?(?:\d{4}-\d{2}-\d{2})?$/

/** What a model takes, by the name its upstream knows it by; null for a name that is none of OpenAI's. */
export function takesOf(model: string): Takes | null {
  const name = model.toLowerCase().replace(/^.*\//, '').replace(/^ft:/, '').replace(/:.*$/, '')
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

/** What of temperature and the like goes to a model at an effort; the names of what is left out, though it asked for something, go to `lost`. */
export function samplingFor(
  asked: Readonly<Record<string, number | null>>,
  { takes, effort }: { takes: Takes | null; effort: unknown },
  lost: Set<string>,
): Record<string, number | null> {
  const taken = takes === null || takes.sampling === 'always' || (takes.sampling === 'unthinking' && effort === 'none')
  if (taken) return asked
  for (const [name, value] of Object.entries(asked)) if (value !== null && value !== IDLE[name]) lost.add(name)
  return {}
}

/** Values that ask for nothing. */
const IDLE: Readonly<Record<string, number>> = { temperature: 1, top_p: 1, presence_penalty: 0, frequency_penalty: 0 }
