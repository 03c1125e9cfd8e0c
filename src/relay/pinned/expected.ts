import type { ModelEntry } from '../../core/directory.ts'
import type { Expected } from '../../core/pin.ts'
import { NO_USAGE, type Usage } from '../../core/usage.ts'
import { roughTokens } from '../../metering/tokenizer/request-text.ts'
import type { BatchRequests } from '../../protocols/pass-through/batch-requests.ts'

/** Slices of so many bytes in all stand for all requests of a batch, which are mostly alike. */
const SAMPLE_BYTES = 64 * 1024
/** No upstream gives more answers to one request. */
const MOST_ANSWERS = 128
/** Beyond any batch, and within what a column takes. */
const MOST_TOKENS = 1e12

/** What requests that are written in these bytes are expected to use, where a model's answers are of this length on average. */
export function expectedOf(
  { asked }: Pick<BatchRequests, 'asked'>,
  bytes: Uint8Array,
  { average, model }: { average: number; model: Pick<ModelEntry, 'maxOutput'> },
): Expected {
  const usual = Math.min(average, model.maxOutput ?? Infinity)
  let output = 0
  for (const { answers, maxTokens } of asked)
    output += Math.min(answers, MOST_ANSWERS) * Math.min(usual, maxTokens ?? Infinity)
  return { input: roughTokens(bytes, SAMPLE_BYTES), output: Math.min(Math.ceil(output), MOST_TOKENS), costNanos: null }
}

/** Where OpenAI's batches ask for no text: nothing at all, or what has a price of its own. */
const WITHOUT_TEXT = /^\/v1\/(?:embeddings|moderations|images\/)/

/** What a batch of a file is expected to use; of one that was uploaded before that was noted no more is known than its least. */
export function expectedAt(endpoint: unknown, file: { size: number | null; expected: Expected | null }): Expected {
  const { input, output } = file.expected ?? { input: leastOf(file.size), output: 0 }
  return { input, output: WITHOUT_TEXT.test(String(endpoint)) ? 0 : output, costNanos: null }
}

/** A token is four bytes of English, and nine of Chinese that is written as escapes. */
const BYTES_PER_TOKEN = 9

function leastOf(size: number | null): number {
  return Math.ceil((size ?? 0) / BYTES_PER_TOKEN)
}

/** What a batch will use: as is expected, and at the least as far as its bytes tell, most of which may be pictures. */
export function usageOf({ size, expected }: { size: number | null; expected: Expected | null }) {
  const { input, output } = expected ?? NO_USAGE
  const least: Usage = { ...NO_USAGE, input: Math.min(input, leastOf(size)) }
  return { estimate: { ...NO_USAGE, input, output }, least }
}
