import { expect, test, vi } from 'vitest'
import type { ModelEntry, TargetEntry } from '../core/directory.ts'
import { GatewayError } from '../core/errors.ts'
import type { RequestRecord } from '../core/records.ts'
import { NO_USAGE } from '../core/usage.ts'
import { ATTEMPT, RECORD } from './journal/test-journal.ts'
import { type Book, createLedger } from './ledger.ts'
import type { Admitted, Delivered, Outcome } from './record.ts'

const ADMITTED: Admitted = { ...RECORD, id: 'r1', bodyBytes: 400 }
const COMPLETE: Outcome = { end: 'complete', httpStatus: 200, errorClass: null, errorMessage: null, delivered: null }
const seen = (pieces: number): Delivered => ({ usage: null, usageRaw: null, model: null, pieces, terminal: false })

const model = {
  id: 'm1',
  price: { version: 'v1', rates: { input: 2_000_000n, output: 10_000_000n }, tiers: [] },
} as unknown as ModelEntry
const target = {
  provider: { id: 'p1', multiplierMicros: 1_000_000n },
  endpoint: { id: 'e1' },
  credential: { id: 'c1' },
} as unknown as TargetEntry

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

const kinds = ({ lines }: ReturnType<typeof testBook>) => lines.map(([kind]) => kind)

test('a request settles once, and every later outcome gets the first one’s record', async () => {
  const book = testBook()
  await using ledger = createLedger(book)
  const permit = await ledger.admit(ADMITTED, () => 5)
  const first = await permit.settle(COMPLETE)
  expect(await permit.settle({ ...COMPLETE, end: 'gateway_error' })).toBe(first)
  await permit[Symbol.asyncDispose]()
  expect(kinds(book)).toEqual(['admit', 'settle'])
  expect(ledger.open).toBe(0)
})

test('a request that ends without a word is booked as a fault of the gateway that costs nothing', async () => {
  const book = testBook()
  await using ledger = createLedger(book)
  await (await ledger.admit(ADMITTED, () => 5))[Symbol.asyncDispose]()
  expect(book.lines.at(-1)?.[1]).toMatchObject({ end: 'gateway_error', costNanos: 0n, errorClass: 'internal' })
})

test('its admission says what the row is if nothing follows: failed, free, cut short by a stop', async () => {
  const book = testBook()
  await using ledger = createLedger(book)
  await using _permit = await ledger.admit(ADMITTED, () => 5)
  const row = {
    status: 'failed',
    end: 'gateway_error',
    errorClass: 'gateway_stopped',
    costNanos: 0n,
    usageSource: 'none',
  }
  expect(book.lines[0]?.[1]).toMatchObject({ id: 'r1', usage: NO_USAGE, ...row })
})

test('a journal that is not ready refuses, and one that fails to write refuses and settles the refusal', async () => {
  const book = testBook()
  await using ledger = createLedger(book)
  book.ready = false
  await expect(ledger.admit(ADMITTED, () => 5)).rejects.toMatchObject({ code: 'not_ready' })
  expect(book.lines).toEqual([])
  book.ready = true
  book.refuse = true
  await expect(ledger.admit(ADMITTED, () => 5)).rejects.toMatchObject({ code: 'not_ready' })
  expect(book.lines.at(-1)).toMatchObject(['settle', { status: 'refused', httpStatus: 503, errorClass: 'not_ready' }])
})

test('an answer under way is noted within a second, then every five seconds, and only when more of it has come', async () => {
  vi.useFakeTimers()
  try {
    const book = testBook()
    await using ledger = createLedger(book)
    const started = Date.now()
    const permit = await ledger.admit(ADMITTED, () => Date.now() - started)
    permit.resolved(model)
    permit.tried(target, ATTEMPT)
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

test('closing waits for requests that are settling', async () => {
  const book = testBook()
  const ledger = createLedger(book)
  const permit = await ledger.admit(ADMITTED, () => 5)
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
