import { asRecord, type Json, parseJson } from '../../core/json.ts'
import { inputTotal, MAX_TOKENS, NO_USAGE, tokenCount, type Usage } from '../../core/usage.ts'
import { newCountingGauge, type TextGauge } from '../../core/text-gauge.ts'
import { canonicalUsage } from '../anthropic-messages/usage.ts'
import { measureAnswer } from '../measure-answer.ts'
import { failureIn } from '../in-band.ts'
import { readUsage as chatUsage } from '../openai-chat/usage.ts'
import { readUsage as responsesUsage } from '../openai-responses/usage.ts'
import { picturesIn } from './pictures.ts'
import { type Descriptor, DESCRIPTORS } from './table.ts'
import type { UsageReader } from './usage.ts'

/** What a finished batch of OpenAI's tells it used (`usage`, with the request counts); null when it tells nothing that can be relied on. */
export function usageOfBatch(batch: Json): Usage | null {
  const told = (readerAt(batch.endpoint) ?? responsesUsage)(batch)
  if (!told) return null
  const { output, audioOut, imageOut, audioIn, imageIn } = told.usage
  const input = inputTotal(told.usage) + audioIn + imageIn
  // No model answers what it has not read: such a batch does not tell, or in other words than OpenAI's.
  if (input === 0) return null
  // A batch may use more than one request ever could; from there on its requests have to be counted one by one.
  if (input >= MAX_TOKENS || output + audioOut + imageOut >= MAX_TOKENS) return null
  return { ...told.usage, requests: tokenCount(asRecord(batch.request_counts).completed) }
}

/** Whether a batch's own figures leave out what has a price of its own: searches, and pictures that its answers drew with a tool. */
export function leavesOut({ endpoint }: Json): boolean {
  return endpoint === '/v1/responses'
}

/** How answers at a path tell what they used, where that is no matter of their shape alone. */
function readerAt(endpoint: unknown): UsageReader | undefined {
  return descriptorAt(endpoint)?.meter?.read
}

function descriptorAt(endpoint: unknown): Descriptor | undefined {
  return DESCRIPTORS.find(({ paths }) => paths.some((path) => path === endpoint))
}

/** What one line of a batch's results used, of OpenAI's (asked at `endpoint`) or of Anthropic's; null for a request that gave no answer. */
export function usageOfResult(line: string, endpoint?: unknown): Usage | null {
  const { response, result } = asRecord(parseJson(line))
  const message = asRecord(asRecord(asRecord(result).message).usage)
  if (Object.keys(message).length > 0) return canonicalUsage(message)
  const body = asRecord(asRecord(response).body)
  const byShape = asRecord(body.usage).input_tokens === undefined ? chatUsage : responsesUsage
  return (readerAt(endpoint) ?? byShape)(body)?.usage ?? null
}

/** What the model wrote down of an answer; `isShort`: what it read is missing, as nobody told it. */
type Figured = { usage: Usage; isShort: boolean }

/**
 * What a line of results used by its words, and by what of it was `told`, where that does not say what was read; null where
 * that is to be believed, it is free, or no answer.
 */
export function figuredOfResult(line: string, endpoint: unknown, told: Usage | null): Figured | null {
  const answer = answerIn(line)
  const descriptor = descriptorAt(endpoint)
  if (!answer || descriptor?.meter === null || descriptor?.id === 'openai-moderations') return null
  if (descriptor?.id === 'openai-images')
    return told ? null : { usage: { ...NO_USAGE, requests: picturesIn(answer) ?? 1 }, isShort: false }
  const written: { text: TextGauge } = { text: newCountingGauge() }
  measureAnswer(Buffer.from(line), written)
  const output = told?.output || Math.ceil(written.text.rough)
  // That nothing was read is believed where nothing was written.
  if (told && output === 0) return null
  return { usage: { ...(told ?? NO_USAGE), output, requests: 1 }, isShort: true }
}

/** The answer in a line of results, of OpenAI's or of Anthropic's; null for a request that got none. */
function answerIn(line: string): Json | null {
  const { response, result } = asRecord(parseJson(line))
  const { status_code: status = OK, body } = asRecord(response)
  const { type, message } = asRecord(result)
  const answer = asRecord(type === 'succeeded' ? message : body)
  return status === OK && Object.keys(answer).length > 0 && failureIn(answer) === null ? answer : null
}

const OK = 200

/** Two usages as one. */
export function sumOf(one: Usage, other: Usage): Usage {
  const sum = { ...NO_USAGE }
  for (const key of Object.keys(sum) as (keyof Usage)[]) sum[key] = one[key] + other[key]
  return sum
}
