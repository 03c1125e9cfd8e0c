import { expect, test } from 'vitest'
import { ask, type Measured, startMeasured } from './measured.ts'
import { startStage } from './stage.ts'

/** What a relayed request costs beside the fixed work of reference.ts, measured on a quiet machine; docs/performance.md tells when to write it anew. */
const BASELINE = 1.5
/** Far more than the same code differs from run to run, and less than a mistake in the hot path costs. */
const MARGIN = 1.6

const WARM = 2000
const SLICES = 5
const SLICE = 400

/** Processor time is counted, and not time: on a busy machine this takes long and finds the same. */
const LONGEST_MS = 180_000

test(
  'a relayed request costs no more processor time than it did, beside a fixed piece of work',
  { timeout: LONGEST_MS },
  async () => {
    await using stage = await startStage()
    const { gateway, key } = stage
    await using reference = await startMeasured(['test/bench/reference.ts', `${stage.vendorAt}/v1/chat/completions`])

    const costOf = async (measured: Measured, count: number) => {
      const before = await measured.tell('cpu')
      await ask({ url: `${measured.origin}/v1/chat/completions`, key, count })
      return ((await measured.tell('cpu')) - before) / count
    }
    for (const measured of [reference, gateway]) await costOf(measured, WARM)
    const ratios: number[] = []
    for (let slice = 0; slice < SLICES; slice += 1) {
      const floor = await costOf(reference, SLICE)
      ratios.push((await costOf(gateway, SLICE)) / floor)
    }
    const middle = ratios.toSorted((a, b) => a - b)[Math.floor(SLICES / 2)]
    expect(middle, `each round: ${ratios.map((ratio) => ratio.toFixed(2)).join(', ')}`).toBeLessThan(BASELINE * MARGIN)
    // A figure far below means that the baseline guards nothing any more.
    expect(middle).toBeGreaterThan(BASELINE / 3)
  },
)
