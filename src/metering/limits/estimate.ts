import { costNanos } from '../../catalog/cost.ts'
import type { ModelEntry } from '../../core/directory.ts'
import type { LimitMetric } from '../../core/limits.ts'
import type { Micros } from '../../core/money.ts'
import { type Price, priceAt } from '../../core/price.ts'
import type { ServiceTier } from '../../core/service-tier.ts'
import { inputTotal, NO_USAGE, type Usage } from '../../core/usage.ts'

/** What a request uses, or may use, by what limits count. */
export type Amounts = Readonly<Record<LimitMetric, bigint>>

/** What a request is expected to use, what it can use at most, and by how much the expectation grows when it falls short. */
export type Estimate = {
  readonly normal: Amounts
  readonly hard: () => Amounts
  readonly step: Amounts
  /** So much of it must fit, or nothing is let through; absent: anything will do. */
  readonly least?: Amounts | undefined
  /** It is a matter of text in and text out, and tells how long answers of its model are. */
  readonly ofText: boolean
}

const ONE = { requests: 1n, concurrency: 1n }
const NONE = { requests: 0n, concurrency: 0n }

/** What is known of a request's size before it is sent. */
export type Size = {
  /** Tokens of the request, as far as they can be told from its text. */
  inputTokens: number
  /** The longest answer the caller asked for; null when they did not say. */
  maxTokens: number | null
  /** How many answers are asked for at once. */
  answers: number
  /** What the protocol itself expects; null when it is a matter of tokens in and out. */
  usage: Usage | null
  /** What it may use at most: all of it where the protocol expects something, else beside its text; absent: that, or nothing. */
  worst?: Partial<Usage> | undefined
  /** What is read of a conversation whose answer may be spoken; absent: it is answered in text. */
  talk?: Usage | undefined
  /** What it will use at the least: it is a batch, charged as one, and not to be cut off once it is made. */
  least?: Usage | undefined
  /** It is over already, and nothing that paces requests stands against counting it. */
  over?: boolean
}

/** The longest answers there are: the worst case of a model whose own maximum is not known. */
const LONGEST_OUTPUT_TOKENS = 128_000
/** The longest that may be asked for in a conversation that is spoken (OpenAI's reference, "Realtime", `max_output_tokens`). */
const LONGEST_TALK_TOKENS = 4096

/** What a request that is priced like this may use; `usualTokens` is the length of the model's usual answers. */
export function estimate(
  size: Size,
  model: ModelEntry | null,
  { multiplierMicros, usualTokens, at }: { multiplierMicros: Micros; usualTokens: number; at: number },
): Estimate {
  const price = model && priceAt(model, at)
  const amounts = (usage: Usage, service: ServiceTier | null = null) => ({
    cost: price ? costNanos(usage, price, multiplierMicros, service) : 0n,
    tokens: tokensOf(usage),
  })
  if (size.usage) {
    const { least } = size
    const told = amounts(size.usage, least ? 'batch' : null)
    return {
      normal: { ...told, ...ONE },
      hard: () => ({ ...(size.worst ? amounts({ ...NO_USAGE, ...size.worst }) : told), ...ONE }),
      step: { ...told, ...NONE },
      least: least && { ...amounts(least, 'batch'), ...ONE },
      ofText: false,
    }
  }
  const input = Math.min(size.inputTokens, model?.context ?? Infinity)
  const most = Math.min(size.maxTokens ?? Infinity, model?.maxOutput ?? Infinity)
  const expected = Math.min(most, usualTokens) * size.answers
  const { talk, worst: beside = {} } = size
  const longest = talk ? LONGEST_TALK_TOKENS : LONGEST_OUTPUT_TOKENS
  const worst = (most === Infinity ? longest : most) * size.answers
  if (talk) return ofTalk(talk, { expected, worst }, price, amounts)
  return {
    normal: { ...amounts({ ...NO_USAGE, input, output: expected, requests: 1 }), ...ONE },
    // Few limits are hard, and the worst case takes longer to find than all the rest.
    hard: () => ({ ...dearest(atWorst({ input, output: worst, beside }), price, amounts), ...ONE }),
    // At least a piece, or a step would get nowhere.
    step: { ...amounts({ ...NO_USAGE, output: Math.max(1, expected) }), ...NONE },
    ofText: true,
  }
}

type Amounter = (usage: Usage, service?: ServiceTier | null) => Priced
type Length = { expected: number; worst: number }

/** What an answer may use that is spoken or written, whichever is dearer: nobody knows before it has come. */
function ofTalk(read: Usage, { expected, worst }: Length, price: Price | null, amounts: Amounter): Estimate {
  const { cacheRead, ...fresh } = read
  const made = (tokens: number, from: Usage) =>
    (['output', 'audioOut'] as const).map((kind) => ({ ...from, [kind]: tokens, requests: 1 }))
  const step = Math.max(1, expected)
  return {
    normal: { ...dearest(made(expected, read), null, amounts), ...ONE },
    hard() {
      const unread = (['input', 'audioIn'] as const).map((as) => ({
        ...NO_USAGE,
        ...fresh,
        [as]: read[as] + cacheRead,
      }))
      return {
        ...dearest(
          unread.flatMap((from) => made(worst, from)),
          price,
          amounts,
        ),
        ...ONE,
      }
    },
    step: { ...dearest(made(step, NO_USAGE), null, amounts), ...NONE },
    ofText: true,
  }
}

/** All tokens of a usage, whatever their class. */
export function tokensOf(usage: Usage): bigint {
  const { output, audioIn, audioOut, imageIn, imageOut } = usage
  return BigInt(Math.ceil(inputTotal(usage) + output + audioIn + audioOut + imageIn + imageOut))
}

const INPUT_CLASSES = ['input', 'cacheWrite5m', 'cacheWrite1h'] as const

type Priced = { cost: bigint; tokens: bigint }

type AtWorst = Pick<Usage, 'input' | 'output'> & { beside: Partial<Usage> }

/**
 * What so many tokens may be at worst: everything written to a cache where that costs more, all of the answer thoughts, sound or
 * pictures, unless these are made beside it.
 */
function atWorst({ input, output, beside }: AtWorst): Usage[] {
  const drawn = beside.imageOut === undefined ? [{ imageOut: output }] : []
  const answers = [{ output }, { output, reasoning: output }, { audioOut: output }, ...drawn]
  return INPUT_CLASSES.flatMap((asInput) =>
    answers.map((answer) => sumOf({ ...NO_USAGE, [asInput]: input, ...answer, requests: 1 }, beside)),
  )
}

function sumOf(one: Usage, more: Partial<Usage>): Usage {
  const sum = { ...one }
  for (const [name, count] of Object.entries(more) as [keyof Usage, number][]) sum[name] += count
  return sum
}

/** The dearest of usages, in the dearest service tier of the price, as nobody knows yet in which the upstream will answer; null: in none. */
function dearest(usages: readonly Usage[], price: Price | null, amounts: Amounter): Priced {
  const services = [null, ...(price?.services?.map(({ service }) => service) ?? [])]
  return usages
    .flatMap((usage) => services.map((service) => amounts(usage, service)))
    .reduce((a, b) => (b.cost > a.cost ? b : a))
}
