/**
 * What a request used, in one canonical shape: token counts, never negative. `input` is without the cached parts,
 * `output` includes `reasoning`, which is also kept apart.
 */
export type Usage = {
  input: number
  cacheRead: number
  cacheWrite5m: number
  cacheWrite1h: number
  output: number
  reasoning: number
  audioIn: number
  audioOut: number
  imageIn: number
  imageOut: number
  requests: number
  searches: number
}

/** All zero, and told by identity: an answer whose usage is this very object uses nothing by its nature, and is free. */
export const NO_USAGE: Usage = Object.freeze({
  input: 0,
  cacheRead: 0,
  cacheWrite5m: 0,
  cacheWrite1h: 0,
  output: 0,
  reasoning: 0,
  audioIn: 0,
  audioOut: 0,
  imageIn: 0,
  imageOut: 0,
  requests: 0,
  searches: 0,
})

/**
 * Where the figures come from: told by the upstream, told but impossible and therefore clamped, read after the caller left,
 * seen in part, guessed, or none.
 */
export type UsageSource = 'upstream' | 'clamped' | 'drained' | 'partial' | 'estimated' | 'none'

/** Everything the model had to read: fresh input and every cached part. */
export function inputTotal(usage: Usage): number {
  return usage.input + usage.cacheRead + usage.cacheWrite5m + usage.cacheWrite1h
}

/** Whether no token at all is told of. */
export function isEmpty(usage: Usage): boolean {
  return !readsAny(usage) && !makesAny(usage)
}

/** Whether anything was read by it. */
export function readsAny(usage: Usage): boolean {
  return inputTotal(usage) + usage.audioIn + usage.imageIn > 0
}

/** Whether anything was made by it. */
export function makesAny({ output, audioOut, imageOut }: Usage): boolean {
  return output + audioOut + imageOut > 0
}

/** The classes of what a model had to read, text and sound. */
export function inputOf({ input, cacheRead, cacheWrite5m, cacheWrite1h, audioIn }: Usage): Partial<Usage> {
  return { input, cacheRead, cacheWrite5m, cacheWrite1h, audioIn }
}

/** No honest answer holds more tokens than this; a larger figure is a fault of the upstream and is clamped. */
export const MAX_TOKENS = 100_000_000

/** A token count from an upstream: a whole number from 0 to MAX_TOKENS, whatever was sent. */
export function tokenCount(value: unknown): number {
  if (typeof value !== 'number' || !Number.isFinite(value) || value <= 0) return 0
  return Math.min(Math.floor(value), MAX_TOKENS)
}

/** A figure no honest upstream tells, under a key that says how many tokens: negative, broken, too large, or no number. */
const IMPOSSIBLE = /(?:tokens|TokenCount)"\s*:\s*(?:-|["[{]|\d*\.\d|\d+[eE]|\d{10})/i
/** The same of seconds of sound, of which there are fractions, and which some write as text. */
const IMPOSSIBLE_SECONDS = /"(?:seconds|duration)"\s*:\s*"?(?:-|[\d.]+e|\d{8})/i

/** Whether a usage, as its upstream wrote it, tells figures that cannot be: they were clamped, and its request is marked (docs/faults.md, U10). */
export function isImpossible(usageRaw: string): boolean {
  return IMPOSSIBLE.test(usageRaw) || IMPOSSIBLE_SECONDS.test(usageRaw)
}
