import { expect, test } from 'vitest'
import { recordOf } from './journal/test-journal.ts'
import { createLedger } from './ledger.ts'
import { askFor, limitOf, testLimits } from './limits/test-limits.ts'
import type { Book } from './open-request.ts'
import type { Outcome } from './record.ts'
import { AskedText } from './tokenizer/asked-text.ts'

const COMPLETE: Outcome = { end: 'complete', httpStatus: 200, errorClass: null, errorMessage: null, delivered: null }

test('in every record of a request stands what is to be kept of its caller’s address', async () => {
  const written: [string, string][] = []
  const note = (kind: string) => async (record: { ip: string }) => void written.push([kind, record.ip])
  const book: Book = { ready: true, admit: note('admit'), meter: () => undefined, settle: note('settle') }
  const admitted = { ...recordOf('r1', 1n), ip: '203.0.113.77', inputTokens: 100 }
  const opening = {
    asking: askFor(100, 100),
    text: new AskedText(Buffer.from('words')),
    elapsedMs: () => 5,
    cut: () => undefined,
  }
  const count = async () => ({ input: 90, output: 40 })
  const kept = (ip: string) => ip.replace(/\d+$/, '0/24')
  {
    await using ledger = createLedger(book, count, testLimits().limits, kept)
    const permit = await ledger.admit(admitted, opening)
    await permit.settle(COMPLETE)
    ledger.refuse({ admitted, trail: { attempts: [], target: null, model: null }, outcome: COMPLETE, elapsedMs: 5 })
  }
  {
    const { limits } = testLimits({ limits: [limitOf({ mode: 'hard', max: 199n })] })
    await using ledger = createLedger(book, count, limits, kept)
    await expect(ledger.admit(admitted, opening)).rejects.toThrow()
  }
  expect(written.map(([kind]) => kind)).toEqual(['admit', 'settle', 'settle', 'settle'])
  expect(new Set(written.map(([, ip]) => ip))).toEqual(new Set(['203.0.113.0/24']))
})
