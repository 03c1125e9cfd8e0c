import { expect, test } from 'vitest'
import { observe } from '../core/histogram.ts'
import { iso } from '../core/time.ts'
import { nothingObserved, type Observed } from '../store/observation.ts'
import { judged, statusOf, ticksOf } from './health-view.ts'
import { incidentsOf } from './incidents.ts'

const GRID = { from: 0, stepMs: 60_000 }

function seen(answered: number, failed = 0, more: { limited?: number; firstTokenMs?: number } = {}): Observed {
  const one = { ...nothingObserved(), answered, failed, limited: more.limited ?? 0 }
  if (answered > 0) observe(one.firstTokens, more.firstTokenMs ?? 1000, answered)
  return one
}
const NOTHING = nothingObserved()
const told = (steps: readonly Observed[]) =>
  incidentsOf('p1', { steps, ofModels: new Map() }, GRID).map(({ from, to, trouble, severe }) => [
    from,
    to,
    trouble,
    severe,
  ])

test('one failure among few is no trend, many are, and more failures than answers is worse', () => {
  expect(judged(seen(2, 1), null).state).toBe('ok')
  expect(judged(seen(100, 3), null).state).toBe('ok')
  expect(judged(seen(10, 2, { limited: 2 }), null)).toEqual({ state: 'slow', trouble: 'limited' })
  expect(judged(seen(0, 1), null)).toEqual({ state: 'failed', trouble: 'errors' })
  expect(judged(NOTHING, null)).toEqual({ state: 'none', trouble: null })
})

test('a stretch tells how many failed in it, and how many of them were told to slow down', () => {
  const ticks = ticksOf([seen(48, 2, { limited: 1 }), NOTHING], { from: 0, stepMs: 300_000 })
  expect(ticks).toMatchObject([
    { at: '1970-01-01T00:00:00.000Z', availability: 0.96, failed: 2, limited: 1 },
    { at: '1970-01-01T00:05:00.000Z', availability: null, failed: 0, limited: 0 },
  ])
})

test('slow is twice the usual and clearly so, and one slow answer alone is not', () => {
  expect(judged(seen(5, 0, { firstTokenMs: 2500 }), 1000)).toEqual({ state: 'slow', trouble: 'slow' })
  expect(judged(seen(1, 0, { firstTokenMs: 2500 }), 1000).state).toBe('ok')
  expect(judged(seen(5, 0, { firstTokenMs: 1100 }), 200).state).toBe('ok')
})

test('bad stretches in a row are one incident, whatever lies between without requests', () => {
  const steps = [seen(5), seen(0, 3), NOTHING, seen(8, 2), seen(5), seen(0, 2), seen(5)]
  expect(told(steps)).toEqual([[iso(60_000), iso(240_000), 'errors', true]])
})

test('the latest incident comes first, and lasts while nothing was answered since', () => {
  const steps = [seen(8, 3), seen(5), seen(0, 4, { limited: 4 }), NOTHING]
  expect(told(steps)).toEqual([
    [iso(120_000), null, 'limited', true],
    [iso(0), iso(60_000), 'errors', false],
  ])
  expect(told([...steps, NOTHING, NOTHING])[0]).toEqual([iso(120_000), iso(180_000), 'limited', true])
})

test('answers that took long to begin are an incident of their own kind', () => {
  const steps = [seen(20), seen(20), seen(5, 0, { firstTokenMs: 6000 })]
  expect(incidentsOf('p1', { steps, ofModels: new Map() }, GRID)).toMatchObject([
    { trouble: 'slow', severe: false, failed_share: 0 },
  ])
})

test('an incident names the models that did badly in it, the most failures first', () => {
  const ofModels = new Map([
    ['well', [seen(50), seen(50, 1)]],
    ['half', [seen(9), seen(5, 4)]],
    ['gone', [seen(9), seen(0, 9)]],
    ['before', [seen(0, 9), NOTHING]],
  ])
  const [incident] = incidentsOf('p1', { steps: [seen(90), seen(55, 14)], ofModels }, GRID)
  expect(incident?.models).toEqual(['gone', 'half'])
})

test('where no model did badly by itself, those that failed at all are named', () => {
  const ofModels = new Map([
    ['b', [seen(9), seen(5, 1)]],
    ['a', [seen(9), seen(5, 1)]],
    ['c', [seen(9), seen(5, 1)]],
    ['well', [seen(9), seen(5)]],
  ])
  const [incident] = incidentsOf('p1', { steps: [seen(36), seen(15, 3)], ofModels }, GRID)
  expect(incident?.models).toEqual(['a', 'b', 'c'])
})

test('how somebody does now is what their latest tick saw', () => {
  const now = (...steps: Observed[]) => statusOf(steps)
  expect(now(seen(0, 3), seen(5))).toBe('healthy')
  expect(now(seen(5), seen(0, 3), NOTHING)).toBe('degraded')
  expect(now(seen(0, 3), NOTHING, NOTHING)).toBe('healthy')
  expect(now(seen(5), seen(0, 2))).toBe('healthy')
})
