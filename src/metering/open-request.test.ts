import { expect, test, vi } from 'vitest'
import type { TargetEntry } from '../core/directory.ts'
import { ATTEMPT, RECORD, TARGET } from './journal/test-journal.ts'
import { createLedger } from './ledger.ts'
import { askFor, limitOf, testLimits } from './limits/test-limits.ts'
import type { Outcome } from './record.ts'
import { AskedText } from './tokenizer/asked-text.ts'

const COMPLETE: Outcome = { end: 'complete', httpStatus: 200, errorClass: null, errorMessage: null, delivered: null }

/** A request that was just admitted, under a limit of the provider that may be asked; `lines` tells what the journal took. */
async function admitted() {
  const { limits } = testLimits({ limits: [limitOf({ subject: 'provider', subjectId: 'p1', max: 500n })] })
  const lines: string[] = []
  const book = {
    ready: true,
    admit: async () => void lines.push('admit'),
    meter: () => void lines.push('meter'),
    settle: async () => void lines.push('settle'),
  }
  const ledger = createLedger(book, async () => ({ input: 1, output: 1 }), limits)
  const opening = { asking: askFor(100, 100), text: new AskedText(Buffer.alloc(0)), elapsedMs: () => 5, cut: () => {} }
  const permit = await ledger.admit({ ...RECORD, id: 'r1', inputTokens: 100 }, opening)
  return {
    permit,
    book,
    lines,
    ofProvider: () => limits.stateOf('provider', 'p1').map(({ used, held }) => [used, held]),
  }
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

test('before anything was delivered there is nothing to be covered', async () => {
  const { permit } = await admitted()
  expect(permit.progressed()).toBe(true)
})
