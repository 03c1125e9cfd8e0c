import { sampleText, type TextGauge } from '../../core/text-gauge.ts'
import type { AskedText } from './asked-text.ts'
import { mediaTokens, textOfSample } from './request-text.ts'
import type { Tokenizer } from './tokenizer.ts'

/** Tokens of a request and of what was delivered of its answer. */
export type Figures = { input: number; output: number }

/** Counts what an upstream did not tell, from the request's text and the measure of the text that was relayed. */
export type Estimator = (asked: AskedText, text: TextGauge | undefined) => Promise<Figures>

/** Tokenizes slices of a request, 64 KiB in all, and the beginning of an answer; the rest is taken to be alike. */
export function createEstimator(tokenizer: Pick<Tokenizer, 'count'>): Estimator {
  return async (asked, text) => {
    const [input, output] = await Promise.all([inputTokens(tokenizer, asked), outputTokens(tokenizer, text)])
    return { input, output }
  }
}

async function inputTokens(tokenizer: Pick<Tokenizer, 'count'>, asked: AskedText): Promise<number> {
  const sample = asked.sample()
  return Math.ceil((await tokenizer.count(textOfSample(sample))) * sample.scale) + mediaTokens(sample)
}

/** The rough count of the whole answer, mended by how far it is off for the beginning. */
async function outputTokens(tokenizer: Pick<Tokenizer, 'count'>, text: TextGauge | undefined): Promise<number> {
  if (!text || text.sampleRough === 0) return 0
  return Math.ceil(((await tokenizer.count(sampleText(text))) * text.rough) / text.sampleRough)
}
