import type { OfferedModel } from '../../../../src/contract/catalogue.ts'

/** What models are told apart by, in the order it is shown. */
export const TRAITS = ['vision', 'tools', 'reasoning', 'long', 'cache', 'image', 'embedding'] as const
export type Trait = (typeof TRAITS)[number]

/** From so many tokens on a context counts as one of a million. */
const LONG_CONTEXT = 1_000_000

const HAS: Record<Trait, (model: OfferedModel) => boolean> = {
  vision: ({ abilities }) => abilities.includes('vision'),
  tools: ({ abilities }) => abilities.includes('tools'),
  reasoning: ({ abilities }) => abilities.includes('reasoning'),
  long: ({ context }) => context !== null && context >= LONG_CONTEXT,
  cache: ({ abilities }) => abilities.includes('cache'),
  image: ({ abilities, kind }) => abilities.includes('image_out') || kind === 'image',
  embedding: ({ kind }) => kind === 'embedding',
}

/** Whether a model can do something, or is of its kind. */
export const has = (model: OfferedModel, trait: Trait): boolean => HAS[trait](model)
