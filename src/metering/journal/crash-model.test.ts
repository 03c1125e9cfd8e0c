import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type NamedJournal, recordOf, testJournal, type TestJournal } from './test-journal.ts'

type Step =
  | { do: 'admit' | 'crash' | 'away' | 'back' | 'replay' | 'drain' }
  | { do: 'meter' | 'settle'; pick: number; cost: number }

const steps = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: fc.constant<Step>({ do: 'admit' }) },
    {
      weight: 12,
      arbitrary: fc.record({
        do: fc.constantFrom('meter' as const, 'settle' as const),
        pick: fc.nat(1000),
        cost: fc.nat(100),
      }),
    },
    {
      weight: 4,
      arbitrary: fc.record({ do: fc.constantFrom(...(['crash', 'away', 'back', 'replay', 'drain'] as const)) }),
    },
  ),
  { maxLength: 60 },
)

/** What must be true of each request: the cost it has now, which is its row's as soon as it has one. */
class Truth {
  readonly costs = new Map<string, bigint>()
  readonly open: string[] = []

  crash(): void {
    this.open.length = 0
  }
}

test('whatever happens in whatever order, each request has one row, with the cost of its last line', async () => {
  await fc.assert(
    fc.asyncProperty(steps, fc.integer({ min: 600, max: 20_000 }), async (script, segmentBytes) => {
      await using disposal = new AsyncDisposableStack()
      const truth = new Truth()
      let at = disposal.use(await testJournal())
      let journal = await at.open({ segmentBytes })
      for (const step of script) {
        await play(step, journal, at, truth)
        if (step.do !== 'crash' && step.do !== 'replay') continue
        const left: TestJournal = disposal.use(await at.afterCrash())
        if (step.do === 'replay') left.rows.positions.clear()
        truth.crash()
        at = left
        journal = await at.open({ segmentBytes })
      }
      at.rows.away = false
      for (const name of truth.open) await journal.settle(recordOf(name, truth.costs.get(name) ?? 0n))
      await journal.drained()
      expect(at.rows.costs).toEqual(Object.fromEntries(truth.costs))
    }),
    { numRuns: 150 },
  )
}, 60_000)

async function play(step: Step, journal: NamedJournal, { rows }: TestJournal, truth: Truth): Promise<void> {
  switch (step.do) {
    case 'admit': {
      const name = `r${String(truth.costs.size).padStart(3, '0')}`
      truth.costs.set(name, 0n)
      truth.open.push(name)
      return journal.admit(recordOf(name, 0n))
    }
    case 'meter':
    case 'settle': {
      const name = truth.open[step.pick % truth.open.length]
      if (name === undefined) return
      truth.costs.set(name, BigInt(step.cost))
      const record = recordOf(name, BigInt(step.cost))
      if (step.do === 'settle') {
        truth.open.splice(truth.open.indexOf(name), 1)
        return journal.settle(record)
      }
      journal.meter(record)
      // A meter line is not waited for; a later line of the same turn is, and what follows it is written after it.
      return new Promise((resolve) => setImmediate(resolve))
    }
    case 'away':
    case 'back':
      rows.away = step.do === 'away'
      return
    case 'drain':
      return journal.drained().catch(() => undefined)
    case 'crash':
    case 'replay':
      return
    default:
      step satisfies never
  }
}
