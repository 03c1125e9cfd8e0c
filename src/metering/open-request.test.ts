import { expect, test, vi } from 'vitest'
import type { TargetEntry } from '../core/directory.ts'
import { ATTEMPT, RECORD, TARGET } from './journal/test-journal.ts'
import { createLedger } from './ledger.ts'
import { askFor, limitOf, testLimits } from './limits/test-limits.ts'
import type { Outcome } from './record.ts'
import { AskedText } from './tokenizer/asked-text.ts'
import type { Estimator } from './tokenizer/estimator.ts'

const COMPLETE: Outcome = { end: 'complete', httpStatus: 200, errorClass: null, errorMessage: null, delivered: null }

/** A ledger under a limit of the provider that may be asked and one of who asks; `lines` tells what the journal took. */
function stage(estimate: Estimator = async () => ({ input: 1, output: 1 })) {
  const ofUser = limitOf({ id: 'l2', max: 500n })
  const { limits } = testLimits({ limits: [limitOf({ subject: 'provider', subjectId: 'p1', max: 500n }), ofUser] })
  const lines: string[] = []
  const book = {
    ready: true,
    admit: async () => void lines.push('admit'),
    meter: () => void lines.push('meter'),
    settle: async () => void lines.push('settle'),
  }
  const ledger = createLedger(book, estimate, limits)
  const opening = { asking: askFor(100, 100), text: new AskedText(Buffer.alloc(0)), elapsedMs: () => 5, cut: () => {} }
  return { limits, lines, book, ledger, admit: () => ledger.admit({ ...RECORD, id: 'r1', inputTokens: 100 }, opening) }
}

/** A request that was just admitted. */
async function admitted() {
  const { limits, admit, ...rest } = stage()
  const ofProvider = () => limits.stateOf('provider', 'p1').map(({ used, held }) => [used, held])
  return { permit: await admit(), ofProvider, ...rest }
}

test('a candidate that is asked takes part in its own limits, until it is lost', async () => {
  const { permit, ofProvider } = await admitted()
  permit.asking(TARGET)
  expect(ofProvider()).toEqual([[0n, 200n]])
  permit.lost(TARGET, { ...ATTEMPT, upstreamCostNanos: 7n })
  expect(ofProvider()).toEqual([[7n, 0n]])
})

test('the row names the candidate that was asked last and how, and keeps every attempt', async () => {
  const { permit } = await admitted()
  const other = { ...TARGET, provider: { id: 'p2', multiplierMicros: 1n } } as TargetEntry
  const attempts = [ATTEMPT, { ...ATTEMPT, n: 2 }, { ...ATTEMPT, n: 3, decision: 'skipped' as const }]
  permit.tried(other, ATTEMPT)
  permit.tried(TARGET, { ...ATTEMPT, n: 2 }, 'anthropic-messages')
  permit.tried(other, { ...ATTEMPT, n: 3, decision: 'skipped' })
  const row = await permit.settle({ ...COMPLETE, end: 'upstream_error' })
  expect(row).toMatchObject({ providerId: 'p1', protocolOut: 'anthropic-messages', attempts })
})

test('the first piece of an answer is noted, nothing before it, and nothing while the journal cannot take it', async () => {
  vi.useFakeTimers()
  try {
    const { permit, book, lines } = await admitted()
    vi.advanceTimersByTime(1000)
    const answer = { usage: null, usageRaw: null, model: null, pieces: 0, terminal: false }
    permit.delivering(answer)
    vi.advanceTimersByTime(1000)
    expect(lines).toEqual(['admit'])
    answer.pieces = 1
    book.ready = false
    vi.advanceTimersByTime(1000)
    expect(lines).toEqual(['admit'])
    book.ready = true
    vi.advanceTimersByTime(1000)
    expect(lines).toEqual(['admit', 'meter'])
  } finally {
    vi.useRealTimers()
  }
})

test('closing waits for five seconds at most, and leaves nothing behind that runs on', async () => {
  vi.useFakeTimers()
  try {
    const { ledger, permit } = await admitted()
    const closed = vi.fn()
    const closing = ledger[Symbol.asyncDispose]().then(closed)
    await vi.advanceTimersByTimeAsync(4999)
    expect(closed).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    await closing
    await permit.settle(COMPLETE)
    await stage().ledger[Symbol.asyncDispose]()
    expect(vi.getTimerCount()).toBe(0)
  } finally {
    vi.useRealTimers()
  }
})

test('a fault of the limits is no refusal, and has no row', async () => {
  const { limits, lines, admit } = stage()
  vi.spyOn(limits, 'admit').mockImplementation(() => {
    throw new Error('a fault of ours')
  })
  await expect(admit()).rejects.toThrow('a fault of ours')
  expect(lines).toEqual([])
})

test('a request whose text cannot be counted is not open any more, and holds nothing', async () => {
  const { limits, ledger, admit } = stage(() => Promise.reject(new Error('the thread is gone')))
  const permit = await admit()
  const delivered = { usage: null, usageRaw: null, model: null, pieces: 3, terminal: false }
  await expect(permit.settle({ ...COMPLETE, delivered })).rejects.toThrow('the thread is gone')
  await permit[Symbol.asyncDispose]()
  expect(limits.stateOf('user', 'u1')).toMatchObject([{ used: 0n, held: 0n }])
  expect(ledger.open).toBe(0)
})

test('before anything was delivered there is nothing to be covered', async () => {
  const { permit } = await admitted()
  expect(permit.progressed()).toBe(true)
})
