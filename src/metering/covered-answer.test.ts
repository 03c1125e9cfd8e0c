import { expect, test, vi } from 'vitest'
import { newTextGauge } from '../core/text-gauge.ts'
import { NO_USAGE, type Usage } from '../core/usage.ts'
import { ATTEMPT, RECORD, TARGET } from './journal/test-journal.ts'
import { createLedger } from './ledger.ts'
import { askFor, limitOf, MODEL, testLimits } from './limits/test-limits.ts'
import type { Book } from './open-request.ts'
import type { Admitted, Outcome } from './record.ts'
import { AskedText } from './tokenizer/asked-text.ts'

const ADMITTED: Admitted = { ...RECORD, id: 'r1', stream: true, inputTokens: 100 }
const CUT: Outcome = { end: 'limit', httpStatus: 200, errorClass: null, errorMessage: null, delivered: null }
const BOOK: Book = { ready: true, admit: async () => undefined, meter: () => undefined, settle: async () => undefined }

/** An answer of 100 tokens in that begins to go out under a limit of a nano-dollar a token. */
async function streamUnder(limit: Parameters<typeof limitOf>[0], maxTokens: number | null) {
  const answer = {
    usage: null as Usage | null,
    usageRaw: null,
    model: null,
    pieces: 0,
    text: newTextGauge(),
    terminal: false,
  }
  const cut = vi.fn()
  const { limits } = testLimits({ limits: [limitOf(limit)] })
  const ledger = createLedger(BOOK, async () => ({ input: 100, output: answer.text.rough }), limits)
  const asked = { asking: askFor(100, maxTokens), text: new AskedText(Buffer.alloc(0)), elapsedMs: () => 5, cut }
  const permit = await ledger.admit(ADMITTED, asked)
  permit.resolved(MODEL)
  permit.tried(TARGET, ATTEMPT)
  /** A piece of so many tokens; whether it may go out. */
  const piece = (tokens: number) => {
    answer.pieces += 1
    answer.text.rough += tokens
    return permit.progressed()
  }
  return { answer, cut, permit, piece }
}

test('nothing that a hard limit does not cover goes out, also where it comes right after the beginning', async () => {
  const { answer, cut, permit, piece } = await streamUnder({ mode: 'hard', max: 200n }, 100)
  Object.assign(answer, { pieces: 1, text: { ...newTextGauge(), rough: 40 } })
  permit.delivering(answer)
  expect(piece(70)).toBe(false)
  expect(cut).toHaveBeenCalledOnce()
  expect(await permit.settle({ ...CUT, delivered: answer })).toMatchObject({ costNanos: 140n })
})

test('what is held keeps pace with an answer in few large pieces as with one in many small ones', async () => {
  const { answer, cut, permit, piece } = await streamUnder({ max: 1200n }, null)
  permit.delivering(answer)
  while (cut.mock.calls.length === 0 && answer.pieces < 200) piece(50)
  // What is held at first and one extension, less the input; two pieces are the sixteenth of an answer by which it is watched.
  expect(answer.text.rough).toBeLessThanOrEqual(1100 + 1000 - 100 + 2 * 50)
  await permit.settle({ ...CUT, delivered: answer })
})

test('under a hard limit not one token more goes out than is covered', async () => {
  const { answer, permit, piece } = await streamUnder({ mode: 'hard', max: 200n }, 100)
  permit.delivering(answer)
  expect([piece(100), piece(1)]).toEqual([true, false])
})

test('what an upstream tells of its usage is covered, however little of the answer has come', async () => {
  const { answer, cut, permit, piece } = await streamUnder({ max: 1100n }, null)
  permit.delivering(answer)
  expect([piece(1), piece(1)]).toEqual([true, true])
  answer.usage = { ...NO_USAGE, input: 1300 }
  piece(1)
  expect(cut).toHaveBeenCalledOnce()
})
