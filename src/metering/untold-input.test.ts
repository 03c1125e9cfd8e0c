import { expect, test, vi } from 'vitest'
import { newTextGauge } from '../core/text-gauge.ts'
import type { RequestRecord } from '../core/records.ts'
import { NO_USAGE, type Usage } from '../core/usage.ts'
import { RECORD } from './journal/test-journal.ts'
import { createLedger } from './ledger.ts'
import { askFor, testLimits } from './limits/test-limits.ts'
import type { Book } from './open-request.ts'
import type { Admitted, Delivered, Outcome } from './record.ts'
import { AskedText } from './tokenizer/asked-text.ts'

const ADMITTED: Admitted = { ...RECORD, id: 'r1', inputTokens: 100 }
const COMPLETE: Outcome = { end: 'complete', httpStatus: 200, errorClass: null, errorMessage: null, delivered: null }
const seen = { usage: null, usageRaw: null, model: null, pieces: 3, terminal: false }

/** A ledger over a book that keeps what is settled, whose texts count 90 and whose answers 40. */
function openLedger() {
  const lines: RequestRecord[] = []
  const settle = async (record: RequestRecord) => void lines.push(record)
  const book: Book = { ready: true, admit: async () => {}, meter: () => {}, settle }
  const ledger = createLedger(book, async () => ({ input: 90, output: 40 }), testLimits().limits)
  const text = new AskedText(Buffer.from('word '.repeat(100)))
  const opening = { asking: askFor(100, 100), text, elapsedMs: () => 5, cut: () => {} }
  return { lines, ledger, admit: (over: Partial<Admitted> = {}) => ledger.admit({ ...ADMITTED, ...over }, opening) }
}

test('what is said to have read nothing, and wrote words, is charged for what it was asked', async () => {
  const { ledger, admit } = openLedger()
  await using _ledger = ledger
  const nothingRead = { ...NO_USAGE, output: 7, reasoning: 3, requests: 1 }
  const end = async (delivered: Partial<Delivered>, over: Partial<Admitted> = {}) => {
    const permit = await admit(over)
    const { usage, usageSource } = await permit.settle({ ...COMPLETE, delivered: { ...seen, ...delivered } })
    return { input: usage.input, output: usage.output, audioIn: usage.audioIn, usageSource }
  }
  const text = { ...newTextGauge(), rough: 1 }
  expect(await end({ usage: nothingRead })).toMatchObject({ input: 90, output: 7, usageSource: 'estimated' })
  expect(await end({ usage: { ...NO_USAGE, output: 1 } })).toMatchObject({ input: 90, output: 1 })
  expect(await end({ usage: { ...NO_USAGE, requests: 1 }, text })).toMatchObject({ input: 90, output: 40 })
  // Nobody wrote anything, what was read was sound, or it is no matter of text.
  expect(await end({ usage: { ...NO_USAGE, requests: 1 } })).toMatchObject({ output: 0, usageSource: 'upstream' })
  expect(await end({ usage: { ...nothingRead, audioIn: 4 } })).toMatchObject({ input: 0, audioIn: 4, output: 7 })
  expect(await end({ usage: nothingRead }, { inputTokens: 0 })).toMatchObject({ input: 0, usageSource: 'upstream' })
})

test('an input that was told counts, though it is told as nothing later; told as more, it is more', async () => {
  vi.useFakeTimers()
  try {
    const { ledger, admit } = openLedger()
    await using _ledger = ledger
    const ending = async (later: Partial<Usage>) => {
      const permit = await admit()
      const answer = { ...seen, usage: { ...NO_USAGE, input: 9, cacheRead: 30, output: 1 } }
      permit.delivering(answer)
      vi.advanceTimersByTime(1000)
      answer.usage = { ...NO_USAGE, output: 20, requests: 1, ...later }
      return permit.settle({ ...COMPLETE, delivered: answer })
    }
    const first = { ...NO_USAGE, input: 9, cacheRead: 30, output: 20, requests: 1 }
    expect(await ending({})).toMatchObject({ usage: first, usageSource: 'upstream' })
    expect((await ending({ input: 11 })).usage).toEqual({ ...first, input: 11, cacheRead: 0 })
  } finally {
    vi.useRealTimers()
  }
})

test('a fault of ours costs nothing, whatever of the answer was told before it', async () => {
  vi.useFakeTimers()
  try {
    const { ledger, admit, lines } = openLedger()
    await using _ledger = ledger
    const permit = await admit()
    permit.delivering({ ...seen, usage: { ...NO_USAGE, input: 9 } })
    vi.advanceTimersByTime(1000)
    await permit[Symbol.asyncDispose]()
    expect(lines).toMatchObject([{ end: 'gateway_error', usage: NO_USAGE, costNanos: 0n }])
  } finally {
    vi.useRealTimers()
  }
})
