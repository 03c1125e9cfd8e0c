import { useCallback } from 'react'
import { useSame } from '../lib/use-same.ts'
import { barsAxis, barsOption, categoryAxis, valueAxis } from './bars-option.ts'
import type { PlotOption } from './engine.ts'
import { FigureTable } from './figure-table.tsx'
import type { Series } from './figures.ts'
import { Frame, type Gutter } from './frame.tsx'
import { linearAxis, textWidth } from './scale.ts'
import { type BarsProps, useBars } from './stacked-bars.tsx'
import { axisText, type Unit } from './unit.ts'

/** A line in a room of its own over the bars, on their time axis. */
export type Line = Series & { unit: Unit }

/** How high it is, and what lies between it and the bars, in CSS pixels. */
const HEIGHT = 44
const GAP = 22
/** How far the axis of times goes where none was measured: a thousandth of a second would say that one was. */
const SECOND_MS = 1000

/** Stacked bars with a line of something else over them, under one cursor. */
export function BarsUnderLine({
  line: given,
  height = 240,
  marks,
  onZoom,
  onReset,
  ...bars
}: BarsProps & { line: Line }) {
  const { model, heads, rows, spoken, tip, legend } = useBars(bars)
  const line = useSame(given)
  const gutter = gutterFor(line, barsAxis(model).gutter)
  const option = useCallback(
    (width: number) => underLine(barsOption(model, width), line, gutterFor(line, barsAxis(model).gutter)),
    [model, line],
  )
  const key = <i className="ln" style={{ borderColor: line.colour }} />
  const text = (index: number) => line.figures[index]?.text ?? ''
  return (
    <Frame
      {...{ height, gutter, option, marks, onZoom, onReset }}
      columns={{ count: rows.length, centred: true }}
      spoken={(index) => `${spoken(index)}, ${line.name} ${text(index)}`}
      tip={(index) => (
        <>
          {tip(index)}
          <div className="row lg">
            {key}
            {line.name}
            <span className="sp" />
            {text(index)}
          </div>
        </>
      )}
      legend={
        <>
          {legend}
          <span>
            {key}
            {line.name}
          </span>
        </>
      }
      table={
        <FigureTable
          caption={model.summary}
          heads={[...heads, line.name]}
          rows={rows.map((row, index) => [...row, text(index)])}
        />
      }
    />
  )
}

/** An axis of as few marks as there is room for: its beginning, its middle and its end. */
function axisOf({ figures, unit }: Line): { top: number; ticks: number[] } {
  const most = Math.max(0, ...figures.map(({ value }) => value ?? 0))
  const { top, ticks } = linearAxis(most === 0 && unit === 'ms' ? SECOND_MS : most)
  const middle = ticks.length % 2 === 1 ? [ticks[(ticks.length - 1) / 2] ?? 0] : []
  return { top, ticks: [0, ...middle, top] }
}

/** The room around the bars that leaves the line its own, and both their labels. */
export function gutterFor(line: Line, bars: Gutter): Gutter {
  const labels = axisOf(line).ticks.map((tick) => textWidth(axisText(tick, line.unit)))
  return { ...bars, left: Math.max(bars.left, ...labels.map((width) => width + 12)), top: bars.top + HEIGHT + GAP }
}

/** A drawing of bars with the line over them. */
export function underLine(bars: PlotOption, line: Line, gutter: Gutter): PlotOption {
  const { top, ticks } = axisOf(line)
  const grid = { left: gutter.left, right: gutter.right, containLabel: false, outerBoundsMode: 'none' as const }
  const axes = [bars.xAxis ?? []].flat()
  const names = line.figures.map(() => '')
  return {
    ...bars,
    grid: [
      { ...grid, top: gutter.top, bottom: gutter.bottom },
      { ...grid, top: gutter.top - HEIGHT - GAP, height: HEIGHT },
    ],
    xAxis: [...axes, { ...categoryAxis(names, 1), gridIndex: 1, show: false }],
    yAxis: [
      ...[bars.yAxis ?? []].flat(),
      { ...valueAxis(ticks, top, (tick) => axisText(tick, line.unit)), gridIndex: 1 },
    ],
    series: [
      ...[bars.series ?? []].flat(),
      {
        type: 'line' as const,
        name: line.name,
        xAxisIndex: axes.length,
        yAxisIndex: 1,
        silent: true,
        emphasis: { disabled: true },
        // A single measured bucket is a point, not a line, and must still be seen.
        showSymbol: line.figures.filter(({ value }) => value !== null).length < 3,
        symbol: 'circle',
        symbolSize: 5,
        connectNulls: true,
        lineStyle: { color: line.colour, width: 1.6 },
        itemStyle: { color: line.colour },
        data: line.figures.map(({ value }) => value),
      },
    ],
  }
}
