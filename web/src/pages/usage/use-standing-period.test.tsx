import { expect, test } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../../src/core/time.ts'
import type { TimeRange } from '../../lib/time-range.ts'
import type { PeriodState } from '../../lib/traffic/use-period.ts'
import { draw } from '../../test-draw.ts'
import { useStandingPeriod } from './use-standing-period.ts'

const NOON = Date.parse('2026-11-20T12:00:00Z')

/** The periods that are asked for while the present moves on. */
async function watch(range: TimeRange): Promise<(now: number) => Promise<{ from: number; to: number }>> {
  let asked = { from: '', to: '' }
  const Reader = ({ now }: { now: number }) => {
    asked = useStandingPeriod({ range, present: { now, zone: 'UTC' } } as PeriodState).query
    return null
  }
  const { redraw } = await draw(null)
  return async (now) => {
    await redraw(<Reader now={now} />)
    return { from: Date.parse(asked.from), to: Date.parse(asked.to) }
  }
}

test('the last hour stands still, and always has room for what comes in', async () => {
  const at = await watch('1h')
  const first = await at(NOON)
  expect(first.from).toBe(NOON - HOUR_MS)
  expect(await at(NOON + 8 * HOUR_MS)).toEqual(first)
  for (let now = NOON; now < NOON + 3 * DAY_MS; now += 30 * MINUTE_MS)
    expect((await at(now)).to).toBeGreaterThan(now - MINUTE_MS)
})

test('today is another day once it is over', async () => {
  const at = await watch('today')
  const first = await at(NOON)
  expect(await at(NOON + 12 * HOUR_MS)).toEqual(first)
  expect((await at(NOON + 12 * HOUR_MS + MINUTE_MS)).from).toBe(first.from + DAY_MS)
})

test('what was chosen by its two ends stays', async () => {
  const chosen = { from: NOON - DAY_MS, to: NOON }
  const at = await watch(chosen)
  expect(await at(NOON)).toEqual(chosen)
  expect(await at(NOON + 2 * DAY_MS)).toEqual(chosen)
})
