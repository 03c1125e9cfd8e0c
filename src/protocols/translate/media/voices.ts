/** The voices that OpenAI's speech has (its API reference, audio/speech). */
export const OPENAI_VOICES: ReadonlySet<string> = new Set([
  'alloy',
  'ash',
  'ballad',
  'cedar',
  'coral',
  'echo',
  'fable',
  'marin',
  'nova',
  'onyx',
  'sage',
  'shimmer',
  'verse',
])

/** Who speaks when a voice of another vendor is asked for. */
export const DEFAULT_VOICES = { openai: 'alloy', gemini: 'Kore' } as const
