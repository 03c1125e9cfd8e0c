import { categoryAxis, valueAxis, type XAxis, type YAxis } from './axes.ts'
import type { Series } from './figures.ts'
import type { Gutter } from './frame.tsx'
import { linearAxis, textWidth } from './scale.ts'
import { axisText, type Unit } from './unit.ts'

/** A line in a room of its own over the bars, on their time axis. */
export type LineAbove = Series & { unit: Unit }

/** How high it is, and what lies between it and the bars, in CSS pixels. */
const HEIGHT = 44
const GAP = 22
/** How much further down bars begin that have a line above them. */
export const LINE_ROOM = HEIGHT + GAP

/** An axis of as few marks as there is room for: its beginning, its middle and its end. */
function axisOf({ figures }: LineAbove): { top: number; ticks: number[] } {
  const { top, ticks } = linearAxis(Math.max(0, ...figures.map(({ value }) => value ?? 0)))
  const middle = ticks.length % 2 === 1 ? [ticks[(ticks.length - 1) / 2] ?? 0] : []
  return { top, ticks: [0, ...middle, top] }
}

/** The room that the labels of its axis need. */
export function lineLabels(line: LineAbove): number {
  return Math.max(...axisOf(line).ticks.map((tick) => textWidth(axisText(tick, line.unit))))
}

/** Its part of a drawing whose bars are on the first grid; `axis` is the number its time axis will have. */
export function lineAbove(line: LineAbove, { names, gutter, axis }: { names: string[]; gutter: Gutter; axis: number }) {
  const { top, ticks } = axisOf(line)
  const measured = line.figures.filter(({ value }) => value !== null).length
  return {
    grid: {
      left: gutter.left,
      right: gutter.right,
      top: gutter.top - LINE_ROOM,
      height: HEIGHT,
      containLabel: false,
      outerBoundsMode: 'none' as const,
    },
    xAxis: { ...categoryAxis(names, 0), gridIndex: 1, show: false } as XAxis,
    yAxis: { ...valueAxis(ticks, top, (tick) => axisText(tick, line.unit)), gridIndex: 1 } as YAxis,
    series: {
      type: 'line' as const,
      name: line.name,
      xAxisIndex: axis,
      yAxisIndex: 1,
      silent: true,
      emphasis: { disabled: true },
      // A single measured bucket is a point, not a line, and must still be seen.
      showSymbol: measured < 3,
      symbol: 'circle',
      symbolSize: 5,
      connectNulls: true,
      lineStyle: { color: line.colour, width: 1.6 },
      itemStyle: { color: line.colour },
      data: line.figures.map(({ value }) => value),
    },
  }
}
