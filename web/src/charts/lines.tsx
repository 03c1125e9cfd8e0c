import { useCallback } from 'react'
import { useTexts } from '../i18n/use-texts.ts'
import { useSame } from '../lib/use-same.ts'
import { AXIS_FONT, ariaOption, categoryAxis, valueAxis, type XAxis, type YAxis } from './bars-option.ts'
import type { PlotOption } from './engine.ts'
import { FigureTable } from './figure-table.tsx'
import type { BucketName, Marks, Series } from './figures.ts'
import { Frame, type Gutter } from './frame.tsx'
import { linearAxis, logAxis, textWidth } from './scale.ts'
import { axisText, isWhole, type Unit } from './unit.ts'

type LinesModel = {
  /** One sentence that says what the chart shows. */
  summary: string
  buckets: readonly BucketName[]
  /** At most three: they differ by colour and by dash. */
  lines: readonly Series[]
  unit: Unit
  log: boolean
}

type Props = LinesModel & {
  height?: number
  marks?: Marks | undefined
  onZoom?: ((from: number, to: number) => void) | undefined
  onReset?: (() => void) | undefined
}

/** Values over time as lines, each with its name and last value at its end. */
export function Lines({ height = 240, marks, onZoom, onReset, ...given }: Props) {
  const t = useTexts('charts')
  const model = useSame(given)
  const option = useCallback((width: number) => linesOption(model, { width, height }), [model, height])
  const { summary, buckets, lines } = model
  if (lines.every((line) => lastFigure(line) === undefined)) {
    return (
      <p className="t3 nofigures" style={{ height }}>
        {t('nothing')}
      </p>
    )
  }
  const title = (index: number) => buckets[index]?.title ?? ''
  const rows = buckets.map((_, index) => [title(index), ...lines.map((line) => line.figures[index]?.text ?? '')])
  return (
    <Frame
      height={height}
      gutter={axisOf(model).gutter}
      columns={{ count: buckets.length, centred: false }}
      option={option}
      marks={marks}
      onZoom={onZoom}
      onReset={onReset}
      spoken={(index) =>
        `${title(index)}: ${lines.map((line) => `${line.name} ${line.figures[index]?.text ?? ''}`).join(', ')}`
      }
      tip={(index) => (
        <>
          <b className="b">{title(index)}</b>
          {lines.map((line, rank) => (
            <div className="row lg" key={line.id}>
              <i className="ln" style={{ borderColor: line.colour, borderTopStyle: STYLES[rank] }} />
              {line.name}
              <span className="sp" />
              {line.figures[index]?.text}
            </div>
          ))}
        </>
      )}
      table={<FigureTable caption={summary} heads={[t('time'), ...lines.map((line) => line.name)]} rows={rows} />}
      legend={
        <div className="lg">
          {lines.map((line, rank) => (
            <span key={line.id}>
              <i className="ln" style={{ borderColor: line.colour, borderTopStyle: STYLES[rank] }} />
              {line.name}
            </span>
          ))}
        </div>
      }
    />
  )
}

const STYLES = ['solid', 'dashed', 'dotted'] as const
const DASHES = ['solid', [7, 3], [2, 3]] as const

function axisOf({ lines, unit, log }: LinesModel): { bottom: number; top: number; ticks: number[]; gutter: Gutter } {
  const values = lines.flatMap((line) => line.figures.map((figure) => figure.value ?? 0))
  const axis = log
    ? logAxis(values)
    : linearAxis(Math.max(0, ...values), Math.min(0, ...values), { whole: isWhole(unit) })
  const left = Math.max(20, ...axis.ticks.map((tick) => textWidth(axisText(tick, unit)))) + 12
  const right = Math.max(0, ...lines.map((line) => textWidth(endText(line)))) + 14
  return { ...axis, gutter: { left, right, top: 10, bottom: 26 } }
}

const lastFigure = (line: Series) => line.figures.findLast((figure) => figure.value !== null)
const endText = (line: Series) => `${line.name} ${lastFigure(line)?.text ?? ''}`

/** The drawing of a line chart at a size. */
function linesOption(model: LinesModel, { width, height }: { width: number; height: number }): PlotOption {
  const { buckets, lines, unit, log } = model
  const { bottom, top, ticks, gutter } = axisOf(model)
  const names = buckets.map((bucket) => bucket.label)
  const place = (amount: number) =>
    log ? Math.log(amount / bottom) / Math.log(top / bottom) : (amount - bottom) / (top - bottom)
  const offsets = apart(
    lines.map((line) => place(lastFigure(line)?.value ?? 0) * (height - gutter.top - gutter.bottom)),
  )
  const value = valueAxis(ticks, top, (tick) => axisText(tick, unit))
  return {
    animation: false,
    aria: ariaOption(model.summary),
    grid: { ...gutter, containLabel: false, outerBoundsMode: 'none' },
    xAxis: { ...categoryAxis(names, width - gutter.left - gutter.right), boundaryGap: false } as XAxis,
    yAxis: { ...value, ...(log && { type: 'log' }), min: bottom } as YAxis,
    series: lines.map((line, rank) => ({
      type: 'line' as const,
      name: line.name,
      silent: true,
      emphasis: { disabled: true },
      // A single measured bucket is a point, not a line, and must still be seen.
      showSymbol: line.figures.filter((figure) => figure.value !== null).length < 3,
      symbol: 'circle',
      symbolSize: 5,
      connectNulls: true,
      lineStyle: { color: line.colour, width: 1.8, type: DASHES[rank] as 'solid' | number[] },
      itemStyle: { color: line.colour },
      endLabel: {
        ...AXIS_FONT,
        show: true,
        color: 'var(--text)',
        distance: 8,
        offset: [0, offsets[rank] ?? 0],
        formatter: () => endText(line),
      },
      data: line.figures.map((figure) => figure.value),
    })),
  }
}

const LABEL_HEIGHT = 15

/** How far labels at these heights (upwards, in pixels) must move down to stand clear of each other; those that would touch stand around their middle. */
export function apart(heights: readonly number[]): number[] {
  // Of lines that end at the same height the later one is the larger percentile, and stands above.
  const order = heights.map((_, index) => index).toSorted((a, b) => (heights[b] ?? 0) - (heights[a] ?? 0) || b - a)
  // Groups of labels that stand one under the other; each has its first one's place, counted downwards.
  const groups: { labels: number[]; top: number }[] = []
  for (const index of order) {
    let group = { labels: [index], top: -(heights[index] ?? 0) }
    for (let above = groups.at(-1); above && bottomOf(above) > group.top; above = groups.at(-1)) {
      groups.pop()
      const labels = [...above.labels, ...group.labels]
      const tops = labels.map((label, rank) => -(heights[label] ?? 0) - rank * LABEL_HEIGHT)
      group = { labels, top: tops.reduce((sum, top) => sum + top, 0) / tops.length }
    }
    groups.push(group)
  }
  const moved = heights.map(() => 0)
  for (const { labels, top } of groups) {
    for (const [rank, label] of labels.entries()) moved[label] = top + rank * LABEL_HEIGHT + (heights[label] ?? 0)
  }
  return moved
}

const bottomOf = ({ labels, top }: { labels: readonly number[]; top: number }) => top + labels.length * LABEL_HEIGHT
