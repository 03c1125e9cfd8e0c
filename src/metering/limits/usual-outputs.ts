import { type Histogram, observe, percentile } from '../../core/histogram.ts'

/** How long the answers of each model usually are. */
type UsualOutputs = {
  /** The output that 95 of 100 recent answers of a model did not exceed, in tokens. */
  usual(modelId: string): number
  /** How long a model's recent answers are on average, those of batches included: what many of them come to. */
  average(modelId: string): number
  observe(modelId: string, tokens: number): void
  /** Takes in so many answers of which no more is known than how long they are together. */
  observeBatch(modelId: string, tokens: number, answers: number): void
}

/** What is expected of a model that has answered too seldom to tell. */
const FIRST_GUESS_TOKENS = 1000

/** Beyond this the older half of the answers counts half: models change, and so does what they are asked for. */
const MOST = 1000
/** Also the number of answers that tells something. */
const REFRESH_EVERY = 16

/** Answers as far as they are added up: what is older counts less. */
type Sum = { count: number; tokens: number }
type Answers = { histogram: Histogram; count: number; usual: number; all: Sum }

const NONE: Readonly<Sum> = { count: 0, tokens: 0 }

/** Counts answers in memory; a restart forgets them. */
export function createUsualOutputs(): UsualOutputs {
  const byModel = new Map<string, Answers>()
  const answersOf = (modelId: string) => {
    const known = byModel.get(modelId)
    if (known) return known
    const none = { histogram: new Map(), count: 0, usual: FIRST_GUESS_TOKENS, all: { ...NONE } }
    byModel.set(modelId, none)
    return none
  }
  return {
    usual: (modelId) => byModel.get(modelId)?.usual ?? FIRST_GUESS_TOKENS,
    average(modelId) {
      const { count, tokens } = byModel.get(modelId)?.all ?? NONE
      return count < REFRESH_EVERY ? FIRST_GUESS_TOKENS : tokens / count
    },
    observe(modelId, tokens) {
      const answers = answersOf(modelId)
      addTo(answers, 1, tokens)
      observe(answers.histogram, tokens)
      answers.count += 1
      if (answers.count > MOST) halve(answers)
      if (answers.count % REFRESH_EVERY === 0) answers.usual = percentile(answers.histogram, 0.95) ?? FIRST_GUESS_TOKENS
    },
    observeBatch(modelId, tokens, count) {
      if (count === 0) return
      // However large, it tells no more than that many answers by themselves.
      const counted = Math.min(count, MOST)
      addTo(answersOf(modelId), counted, (tokens / count) * counted)
    },
  }
}

function addTo({ all }: Answers, count: number, tokens: number): void {
  all.count += count
  all.tokens += tokens
  if (all.count <= 2 * MOST) return
  all.count /= 2
  all.tokens /= 2
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
