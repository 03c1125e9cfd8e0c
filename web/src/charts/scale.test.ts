import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { heatStep, usualMax } from './palette.ts'
import { labelEvery, linearAxis, logAxis } from './scale.ts'
import { axisText } from './unit.ts'

describe('value axes', () => {
  it('start at 0, hold the largest value, and have at most five lines above it', () => {
    fc.assert(
      fc.property(fc.double({ min: 1e-9, max: 1e12, noNaN: true }), (max) => {
        const { top, ticks } = linearAxis(max)
        expect(ticks[0]).toBe(0)
        expect(top).toBeGreaterThanOrEqual(max * (1 - 1e-8))
        expect(ticks.length).toBeLessThanOrEqual(6)
      }),
    )
  })

  it('use round steps', () => {
    expect(linearAxis(23.1).ticks).toEqual([0, 5, 10, 15, 20, 25])
    expect(linearAxis(0.3).ticks).toEqual([0, 0.1, 0.2, 0.3])
    expect(linearAxis(0)).toEqual({ bottom: 0, top: 1, ticks: [0, 1] })
    expect(linearAxis(0.2, -0.05)).toEqual({ bottom: -0.05, top: 0.2, ticks: [-0.05, 0, 0.05, 0.1, 0.15, 0.2] })
  })

  it('of what comes in whole pieces, have no line between two of them', () => {
    expect(linearAxis(1, 0, { whole: true }).ticks).toEqual([0, 1])
    expect(linearAxis(3, 0, { whole: true }).ticks).toEqual([0, 1, 2, 3])
    expect(linearAxis(12, 0, { whole: true }).ticks).toEqual([0, 5, 10, 15])
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e12 }), (max) => {
        const { top, ticks } = linearAxis(max, 0, { whole: true })
        expect(ticks.every((tick) => Number.isInteger(tick))).toBe(true)
        expect(top).toBeGreaterThanOrEqual(max)
        expect(ticks.length).toBeLessThanOrEqual(6)
      }),
    )
  })

  it('on a logarithmic scale keep between the smallest and the largest value, with at most six marks', () => {
    const { bottom, top, ticks } = logAxis([400, 900, 17_200])
    expect(bottom).toBeLessThan(400)
    expect(top).toBeGreaterThan(17_200)
    expect(ticks).toEqual([500, 1000, 2000, 5000, 10_000])
    expect(logAxis([]).ticks.length).toBeGreaterThan(0)
  })
})

describe('labels', () => {
  it('are thinned until they do not touch', () => {
    const days = Array.from({ length: 30 }, () => '11-20')
    expect(labelEvery(days, 1100)).toBe(2)
    expect(labelEvery(days, 300)).toBe(6)
    expect(labelEvery(['11-20'], 0)).toBe(1)
  })

  it('are as short as their unit allows', () => {
    expect(axisText(0.05, 'usd')).toBe('$0.05')
    expect(axisText(25, 'usd')).toBe('$25')
    expect(axisText(2_500_000, 'tokens')).toBe('2.5M')
    expect(axisText(100_000, 'tokens')).toBe('100K')
    expect(axisText(500, 'ms').replace('\u00a0', ' ')).toBe('0.5 s')
    expect(axisText(0.96, 'percent')).toBe('96%')
  })
})

describe('heat', () => {
  it('gives the lowest step to nothing alone', () => {
    expect([0, 1, 30, 60, 100].map((value) => heatStep(value, 100))).toEqual([0, 1, 2, 3, 4])
    expect(heatStep(5, 0)).toBe(0)
  })

  it('is not measured by one day that stands out', () => {
    expect(usualMax([...Array.from({ length: 99 }, () => 10), 5000])).toBe(10)
    expect(usualMax([])).toBe(0)
  })
})
