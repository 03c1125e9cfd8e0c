import { type Histogram, observe, percentile } from '../../core/histogram.ts'

/** How long the answers of each model usually are. */
type UsualOutputs = {
  /** The output that 95 of 100 recent answers of a model did not exceed, in tokens. */
  usual(modelId: string): number
  observe(modelId: string, tokens: number): void
}

/** What is expected of a model that has answered too seldom to tell. */
const FIRST_GUESS_TOKENS = 1000

/** Beyond this the older half of the answers counts half: models change, and so does what they are asked for. */
const MOST = 1000
/** Also the number of answers that tells something. */
const REFRESH_EVERY = 16

type Answers = { histogram: Histogram; count: number; usual: number }

/** Counts answers in memory; a restart forgets them. */
export function createUsualOutputs(): UsualOutputs {
  const byModel = new Map<string, Answers>()
  return {
    usual: (modelId) => byModel.get(modelId)?.usual ?? FIRST_GUESS_TOKENS,
    observe(modelId, tokens) {
      const answers = byModel.get(modelId) ?? { histogram: new Map(), count: 0, usual: FIRST_GUESS_TOKENS }
      byModel.set(modelId, answers)
      observe(answers.histogram, tokens)
      answers.count += 1
      if (answers.count > MOST) halve(answers)
      if (answers.count % REFRESH_EVERY === 0) answers.usual = percentile(answers.histogram, 0.95) ?? FIRST_GUESS_TOKENS
    },
  }
}

function halve(answers: Answers): void {
  let left = 0
  for (const [bin, count] of answers.histogram) {
    const half = Math.floor(count / 2)
    left += half
    if (half === 0) answers.histogram.delete(bin)
    else answers.histogram.set(bin, half)
  }
  answers.count = left
}
