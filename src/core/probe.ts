import type { FreeProblem, FreeQuestion } from './free-question.ts'
import type { Dialect } from './protocol.ts'

/** One endpoint and one secret to be asked for its models. */
export type ProbeRequest = FreeQuestion & { dialect: Dialect }

/** `httpStatus` is null when no answer came, `problem` when all is well; `ms` is how long the answer took. */
export type ProbeAnswer = {
  ok: boolean
  httpStatus: number | null
  ms: number
  problem: FreeProblem | null
  models: readonly string[]
}
