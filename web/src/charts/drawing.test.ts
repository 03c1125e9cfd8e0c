import { describe, expect, it } from 'vitest'
import { barsAxis, barsOption } from './bars-option.ts'
import { gutterFor, underLine } from './bars-under-line.tsx'
import { apart } from './lines.tsx'

const figures = [1, 2].map((value) => ({ value, text: String(value) }))
const model = {
  summary: 'Cost by day',
  buckets: [
    { label: '11-19', title: '11-19' },
    { label: '11-20', title: '11-20' },
  ],
  series: [{ id: 'a', name: 'A', colour: 'var(--c1)', figures }],
  totals: figures,
  unit: 'usd' as const,
}
const dataOf = (option: ReturnType<typeof barsOption>) => [option.series].flat().map((series) => series?.data)

describe('a bar chart', () => {
  it('stripes the last bucket while it is not over', () => {
    expect(dataOf(barsOption(model, 800))).toEqual([[1, 2]])
    expect(dataOf(barsOption({ ...model, unfinished: true }, 800))).toEqual([
      [1, expect.objectContaining({ value: 2, itemStyle: { decal: expect.anything() } })],
    ])
  })

  it('draws no least bar where nothing went wrong', () => {
    const failures = [0, 2].map((value) => ({ value, text: String(value) }))
    const [data] = dataOf(
      barsOption(
        {
          ...model,
          series: [{ ...model.series[0], id: 'f', name: 'F', colour: 'var(--err)', figures: failures, hatched: true }],
        },
        800,
      ),
    )
    expect(data?.[0 as never]).toBeNull()
  })

  it('is an image with a sentence', () => {
    expect(barsOption(model, 800).aria).toMatchObject({ label: { enabled: true, description: 'Cost by day' } })
  })

  it('puts the period before on an axis of its own, behind', () => {
    const option = barsOption({ ...model, outline: { name: 'Before', figures, titles: ['', ''] } }, 800)
    expect([option.xAxis].flat()).toHaveLength(2)
    expect([option.series].flat()[0]).toMatchObject({ name: 'Before', xAxisIndex: 1 })
  })
})

describe('bars under a line', () => {
  const line = { id: 'p95', name: 'P95', colour: 'var(--text)', unit: 'ms' as const, figures }
  const drawn = (above = line, more: object = {}) => {
    const bars = { ...model, ...more }
    return underLine(barsOption(bars, 800), above, gutterFor(above, barsAxis(bars).gutter))
  }

  it('have a grid and axes of their own', () => {
    const option = drawn()
    const [bars, above] = [option.grid].flat()
    expect(Number(above?.top) + Number(above?.height)).toBeLessThan(Number(bars?.top))
    expect([option.series].flat().at(-1)).toMatchObject({ type: 'line', xAxisIndex: 1, yAxisIndex: 1, data: [1, 2] })
    expect([option.xAxis].flat()[1]).toMatchObject({ gridIndex: 1 })
    expect([option.yAxis].flat()[1]).toMatchObject({ gridIndex: 1 })
  })

  it('leave the room of both their labels', () => {
    const long = drawn({ ...line, figures: [{ value: 100_000, text: '' }] })
    expect([long.grid].flat().map((grid) => grid?.left)).toEqual([47, 47])
  })

  it('have an axis of a second over them where nothing was measured', () => {
    const nothing = drawn({ ...line, figures: [{ value: 0, text: '—' }] })
    expect([nothing.yAxis].flat()[1]).toMatchObject({ max: 1000 })
  })

  it('stand before the period before', () => {
    const outline = { name: 'Before', figures, titles: ['', ''] }
    expect([drawn(line, { outline }).series].flat().at(-1)).toMatchObject({ xAxisIndex: 2 })
  })
})

describe('names at the ends of lines', () => {
  it('stay where they are while they have room', () => expect(apart([100, 40])).toEqual([0, 0]))

  it('move apart when they would touch, the higher one up', () => {
    const [low = 0, high = 0] = apart([50, 52])
    expect(high).toBeLessThan(0)
    expect(low).toBeGreaterThan(0)
    expect(52 - high - (50 - low)).toBeGreaterThanOrEqual(15)
  })

  it('stand one under the other around their middle when all end in one place', () => {
    expect(apart([40, 40, 40])).toEqual([15, 0, -15])
    expect(apart([100, 40, 40])).toEqual([0, 7.5, -7.5])
  })
})
