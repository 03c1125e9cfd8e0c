import { nearest, takesOf } from './openai-models.ts'
import { type Effort, EFFORTS } from './translate/conversation.ts'
import type { Quirks } from './translate/quirks.ts'

/** Models beside OpenAI's, of vendors with a word for effort, that refuse it because they do not think. */
const UNTHINKING = /(?:^|\/)llama/

/**
 * What a model is told of effort: whether it thinks as far as its name tells, and the word for the one asked for, null where none
 * may be said. `isLost` where that is not what was asked for.
 */
type Told = { thinks: boolean; word: Effort | null; isLost: boolean }

/** What a model is told of the effort that was asked for, in the words it takes where it is served. */
export function effortTold(asked: Effort | null, { model, quirks }: { model: string; quirks: Quirks }): Told {
  const takes = takesOf(model)
  const thinks = takes?.thinks ?? !UNTHINKING.test(model)
  if (!thinks) return { thinks, word: null, isLost: asked !== null && asked !== 'none' }
  const { efforts, effortsOf = [] } = quirks
  const own = takes?.efforts ?? effortsOf.find(([models]) => models.test(model))?.[1]
  const word = nearest(asked, own ?? efforts ?? EFFORTS)
  // Who always thinks can only be asked for little.
  return { thinks, word, isLost: asked !== null && (word === null || (asked === 'none' && word !== 'none')) }
}
