import { expect, test, vi } from 'vitest'
import type { ModelEntry } from '../core/directory.ts'
import { GatewayError } from '../core/errors.ts'
import type { RequestRecord } from '../core/records.ts'
import { NO_USAGE } from '../core/usage.ts'
import { ATTEMPT, RECORD, TARGET } from './journal/test-journal.ts'
import { createLedger } from './ledger.ts'
import { askFor, limitOf, MODEL, testLimits } from './limits/test-limits.ts'
import type { Book, Opening } from './open-request.ts'
import type { Admitted, Delivered, Outcome } from './record.ts'
import { AskedText } from './tokenizer/asked-text.ts'
import type { Estimator } from './tokenizer/estimator.ts'

const ADMITTED: Admitted = { ...RECORD, id: 'r1', inputTokens: 100 }
const count = async () => ({ input: 90, output: 40 })
const COMPLETE: Outcome = { end: 'complete', httpStatus: 200, errorClass: null, errorMessage: null, delivered: null }
const seen = (pieces: number): Delivered => ({ usage: null, usageRaw: null, model: null, pieces, terminal: false })

const model = {
  id: 'm1',
  price: { version: 'v1', rates: { input: 2_000_000n, output: 10_000_000n }, tiers: [] },
} as unknown as ModelEntry

/** A book that keeps what is written into it, and can be held up or made to refuse. */
function testBook() {
  const lines: [kind: string, record: RequestRecord][] = []
  const book = {
    ready: true as boolean,
    refuse: false as boolean,
    wait: Promise.resolve(),
    lines,
    admit: async (record: RequestRecord) => {
      lines.push(['admit', record])
      if (book.refuse) throw new GatewayError('not_ready')
    },
    meter: (record: RequestRecord) => void lines.push(['meter', record]),
    settle: async (record: RequestRecord) => {
      lines.push(['settle', record])
      await book.wait
    },
  } satisfies Book & Record<string, unknown>
  return book
}

const noLimits = () => testLimits().limits

const opening = (elapsedMs = () => 5, over: Partial<Opening> = {}): Opening => ({
  asking: askFor(100, 100),
  text: new AskedText(Buffer.from('word '.repeat(100))),
  elapsedMs,
  cut: () => undefined,
  ...over,
})

const kinds = ({ lines }: ReturnType<typeof testBook>) => lines.map(([kind]) => kind)

test('a request settles once, and every later outcome gets the first one’s record', async () => {
  const book = testBook()
  await using ledger = createLedger(book, count, noLimits())
  const permit = await ledger.admit(ADMITTED, opening())
  const first = await permit.settle(COMPLETE)
  expect(await permit.settle({ ...COMPLETE, end: 'gateway_error' })).toBe(first)
  await permit[Symbol.asyncDispose]()
  expect(kinds(book)).toEqual(['admit', 'settle'])
  expect(ledger.open).toBe(0)
})

test('a request that ends without a word is booked as a fault of the gateway that costs nothing', async () => {
  const book = testBook()
  await using ledger = createLedger(book, count, noLimits())
  await (await ledger.admit(ADMITTED, opening()))[Symbol.asyncDispose]()
  const row = { end: 'gateway_error', httpStatus: 500, errorClass: 'internal', errorMessage: null, costNanos: 0n }
  expect(book.lines.at(-1)?.[1]).toMatchObject(row)
})

test('its admission says what the row is if nothing follows: failed, free, cut short by a stop', async () => {
  const book = testBook()
  await using ledger = createLedger(book, count, noLimits())
  await using _permit = await ledger.admit(ADMITTED, opening())
  const row = {
    status: 'failed',
    end: 'gateway_error',
    httpStatus: 500,
    errorClass: 'gateway_stopped',
    errorMessage: new GatewayError('gateway_stopped').message,
    costNanos: 0n,
    usageSource: 'none',
  }
  expect(book.lines[0]?.[1]).toMatchObject({ id: 'r1', usage: NO_USAGE, ...row })
})

test('a journal that is not ready refuses, and one that fails to write refuses and settles the refusal', async () => {
  const book = testBook()
  await using ledger = createLedger(book, count, noLimits())
  book.ready = false
  await expect(ledger.admit(ADMITTED, opening())).rejects.toMatchObject({ code: 'not_ready' })
  expect(book.lines).toEqual([])
  book.ready = true
  book.refuse = true
  await expect(ledger.admit(ADMITTED, opening())).rejects.toMatchObject({ code: 'not_ready' })
  const row = { status: 'refused', end: 'gateway_error', httpStatus: 503, errorClass: 'not_ready' }
  expect(book.lines.at(-1)).toMatchObject(['settle', { ...row, errorMessage: 'The gateway is not ready; try again.' }])
})

test('an answer under way is noted within a second, then every five seconds, and only when more of it has come', async () => {
  vi.useFakeTimers()
  try {
    const book = testBook()
    await using ledger = createLedger(book, count, noLimits())
    const started = Date.now()
    const permit = await ledger.admit(
      ADMITTED,
      opening(() => Date.now() - started),
    )
    permit.resolved(model)
    permit.tried(TARGET, ATTEMPT)
    let pieces = 10
    permit.delivering({
      ...seen(0),
      get pieces() {
        return pieces
      },
    })
    vi.advanceTimersByTime(4000)
    expect(kinds(book)).toEqual(['admit', 'meter'])
    pieces = 50
    vi.advanceTimersByTime(2000)
    expect(kinds(book)).toEqual(['admit', 'meter', 'meter'])
    pieces = 51
    vi.advanceTimersByTime(2000)
    pieces = 50
    vi.advanceTimersByTime(20_000)
    expect(kinds(book)).toEqual(['admit', 'meter', 'meter'])
    expect(book.lines.at(-1)?.[1]).toMatchObject({
      usageSource: 'estimated',
      usage: { output: 50, input: 100 },
      costNanos: 700n,
    })
    await permit.settle(COMPLETE)
    vi.advanceTimersByTime(20_000)
    expect(kinds(book)).toEqual(['admit', 'meter', 'meter', 'settle'])
  } finally {
    vi.useRealTimers()
  }
})

test('what the upstream does not tell is counted before it is booked, and what it tells is not', async () => {
  const counting = vi.fn(count)
  await using ledger = createLedger(testBook(), counting, noLimits())
  const permit = await ledger.admit(ADMITTED, opening())
  permit.resolved(model)
  permit.tried(TARGET, ATTEMPT)
  const told = { ...NO_USAGE, input: 95, output: 1, requests: 1 }
  const record = await permit.settle({ ...COMPLETE, end: 'caller_gone', delivered: { ...seen(3), usage: told } })
  expect(record).toMatchObject({ usageSource: 'partial', usage: { input: 95, output: 40 } })
  const other = await ledger.admit({ ...ADMITTED, id: 'r2' }, opening())
  const usage = { input: 90, output: 40, requests: 1 }
  expect(await other.settle({ ...COMPLETE, delivered: seen(3) })).toMatchObject({ usageSource: 'estimated', usage })
  const whole = await ledger.admit(ADMITTED, opening())
  await whole.settle({ ...COMPLETE, delivered: { ...seen(3), usage: told, terminal: true } })
  expect(counting).toHaveBeenCalledTimes(2)
})

test('of a request whose answer takes its time a sample is counted, and nothing where its upstream has told', async () => {
  vi.useFakeTimers()
  try {
    const counted: number[] = []
    const estimate: Estimator = async (asked) => {
      counted.push(asked.sample().parts.reduce((sum, { buffer }) => sum + buffer.byteLength, 0))
      return { input: 1, output: 1 }
    }
    await using ledger = createLedger(testBook(), estimate, noLimits())
    for (const usage of [null, { ...NO_USAGE, input: 9 }]) {
      const text = new AskedText(Buffer.alloc(200_000, 'word '))
      const permit = await ledger.admit({ ...ADMITTED, id: usage ? 'told' : 'untold' }, opening(undefined, { text }))
      permit.delivering({ ...seen(3), usage })
      vi.advanceTimersByTime(1000)
      await permit.settle({ ...COMPLETE, end: 'caller_gone', delivered: { ...seen(3), usage } })
    }
    expect(counted).toEqual([16 * 1024, 0])
  } finally {
    vi.useRealTimers()
  }
})

test('a request is charged by the price in force when it came, and by the service tier that was used', async () => {
  const book = testBook()
  await using ledger = createLedger(book, count, noLimits())
  const price = { version: 'v1', rates: { output: 10_000_000n }, tiers: [] }
  const flex = { service: 'flex', aboveTokens: 0, rates: { output: 5_000_000n } } as const
  const later = { from: ADMITTED.at, price: { ...price, version: 'v2', services: [flex] } }
  const delivered = { ...seen(0), usage: { ...NO_USAGE, output: 100 }, terminal: true, serviceTier: 'flex' as const }
  for (const [at, told] of [
    [ADMITTED.at, { priceVersion: 'v2', costNanos: 500n, serviceTier: 'flex' }],
    [ADMITTED.at - 1, { priceVersion: 'v1', costNanos: 1000n }],
  ] as const) {
    const permit = await ledger.admit({ ...ADMITTED, at }, opening())
    permit.resolved({ ...model, price, laterPrices: [later] })
    permit.tried(TARGET, ATTEMPT)
    expect(await permit.settle({ ...COMPLETE, delivered })).toMatchObject(told)
  }
})

test('closing waits for requests that are settling', async () => {
  const book = testBook()
  const ledger = createLedger(book, count, noLimits())
  const permit = await ledger.admit(ADMITTED, opening())
  const disk = Promise.withResolvers<void>()
  book.wait = disk.promise
  const settling = permit.settle(COMPLETE)
  let closed = false
  const closing = ledger[Symbol.asyncDispose]().then(() => (closed = true))
  await new Promise((resolve) => setImmediate(resolve))
  expect(closed).toBe(false)
  disk.resolve()
  await Promise.all([settling, closing])
  expect(ledger.open).toBe(0)
})

test('a request that a limit refuses has a row of its own, and nothing is held for it', async () => {
  const book = testBook()
  const { limits } = testLimits({ limits: [limitOf({ mode: 'hard', max: 199n })] })
  await using ledger = createLedger(book, count, limits)
  await expect(ledger.admit(ADMITTED, opening())).rejects.toMatchObject({ code: 'limit_reached_day' })
  const row = { status: 'refused', end: 'limit', httpStatus: 429, errorClass: 'limit_reached_day', costNanos: 0n }
  expect(book.lines).toMatchObject([['settle', row]])
  expect(limits.stateOf('user', 'u1')).toMatchObject([{ used: 0n, held: 0n }])
  expect(ledger.open).toBe(0)
})

test('what is held is in the journal until the request is settled, and then it is given back', async () => {
  const book = testBook()
  const { limits } = testLimits({ limits: [limitOf({ max: 500n })] })
  await using ledger = createLedger(book, count, limits)
  const permit = await ledger.admit(ADMITTED, opening())
  expect(book.lines).toMatchObject([['admit', { holdNanos: 200n }]])
  await permit.settle(COMPLETE)
  expect(book.lines.at(-1)?.[1].holdNanos).toBeUndefined()
  expect(limits.stateOf('user', 'u1')).toMatchObject([{ used: 0n, held: 0n }])
})

test('a request the journal could not take holds nothing', async () => {
  const book = testBook()
  book.refuse = true
  const { limits } = testLimits({ limits: [limitOf({ max: 500n })] })
  await using ledger = createLedger(book, count, limits)
  await expect(ledger.admit(ADMITTED, opening())).rejects.toMatchObject({ code: 'not_ready' })
  await expect.poll(() => limits.stateOf('user', 'u1')).toMatchObject([{ used: 0n, held: 0n }])
})

test.each([
  ['hard', [true, true, false], 199],
  ['normal', [true, true, true], 210],
] as const)(
  'an answer that outgrows a %s limit is cut; what did not go out is not charged',
  async (mode, goesOut, tokens) => {
    const { limits } = testLimits({ limits: [limitOf({ mode, max: 200n })] })
    await using ledger = createLedger(testBook(), async () => ({ input: 100, output: answer.pieces }), limits)
    const why: string[] = []
    const permit = await ledger.admit(
      { ...ADMITTED, stream: true, modelAsked: MODEL.id },
      opening(undefined, { cut: ({ code }) => void why.push(code) }),
    )
    permit.resolved(MODEL)
    permit.tried(TARGET, ATTEMPT)
    const answer = { ...seen(0), pieces: 0 }
    permit.delivering(answer)
    const told = [50, 99, 110].map((pieces) => {
      answer.pieces = pieces
      return permit.progressed()
    })
    expect(told).toEqual(goesOut)
    expect(why).toEqual(['limit_reached_midway'])
    // Whoever reads on all the same is not told so again.
    expect(permit.progressed()).toBe(false)
    expect(why).toHaveLength(1)
    const { costNanos } = await permit.settle({ ...COMPLETE, end: 'limit', delivered: answer })
    expect(costNanos).toBe(BigInt(tokens))
    expect(limits.stateOf('user', 'u1')).toMatchObject([{ used: BigInt(tokens), held: 0n }])
  },
)

test('an answer that is whole is not cut, and neither is one that is no stream', async () => {
  const { limits } = testLimits({ limits: [limitOf({ mode: 'hard', max: 1000n })] })
  await using ledger = createLedger(testBook(), count, limits)
  const cut = vi.fn()
  await using whole = await ledger.admit({ ...ADMITTED, stream: true }, opening(undefined, { cut }))
  whole.resolved(MODEL)
  const [answer, document] = [{ ...seen(0), terminal: true }, seen(0)]
  whole.delivering(answer)
  answer.pieces = 5000
  expect(whole.progressed()).toBe(true)
  await using other = await ledger.admit({ ...ADMITTED, id: 'r2', stream: false }, opening(undefined, { cut }))
  other.resolved(MODEL)
  other.delivering(document)
  document.pieces = 5000
  expect(other.progressed()).toBe(true)
  expect(cut).not.toHaveBeenCalled()
})
