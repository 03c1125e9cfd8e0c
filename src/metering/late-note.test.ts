import { expect, test, vi } from 'vitest'
import { NO_USAGE } from '../core/usage.ts'
import { ATTEMPT, RECORD, TARGET } from './journal/test-journal.ts'
import { createLedger } from './ledger.ts'
import { askFor, testLimits } from './limits/test-limits.ts'
import { AskedText } from './tokenizer/asked-text.ts'

test('of a request that is settled nothing is noted any more, however long its line takes', async () => {
  vi.useFakeTimers()
  try {
    const lines: string[] = []
    const disk = Promise.withResolvers<void>()
    const book = {
      ready: true,
      admit: async () => void lines.push('admit'),
      meter: () => void lines.push('meter'),
      settle: () => {
        lines.push('settle')
        return disk.promise
      },
    }
    await using ledger = createLedger(book, async () => ({ input: 1, output: 1 }), testLimits().limits)
    const text = new AskedText(Buffer.alloc(0))
    const opening = { asking: askFor(1, 1), text, elapsedMs: () => 50, cut: () => undefined }
    const permit = await ledger.admit({ ...RECORD, id: 'r1', inputTokens: 1 }, opening)
    permit.tried(TARGET, ATTEMPT)
    const delivered = { usage: { ...NO_USAGE, input: 9 }, usageRaw: null, model: null, pieces: 3, terminal: true }
    permit.delivering(delivered)
    const settled = permit.settle({ end: 'complete', httpStatus: 200, errorClass: null, errorMessage: null, delivered })
    vi.advanceTimersByTime(1000)
    disk.resolve()
    await settled
    expect(lines).toEqual(['admit', 'settle'])
  } finally {
    vi.useRealTimers()
  }
})
