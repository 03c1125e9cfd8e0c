import { categoryAxis, type One, valueAxis } from './axes.ts'
import type { PlotOption } from './engine.ts'
import type { BucketName, Figure, Outline, Series } from './figures.ts'
import type { Gutter } from './frame.tsx'
import { type LineAbove, lineAbove, lineLabels, LINE_ROOM } from './line-above.ts'
import { linearAxis, textWidth } from './scale.ts'
import { axisText, isWhole, type Unit } from './unit.ts'

/** What a bar chart shows. `totals` are all series together, as the server adds them up. */
export type BarsModel = {
  /** One sentence that says what the chart shows. */
  summary: string
  buckets: readonly BucketName[]
  series: readonly Series[]
  totals: readonly Figure[]
  unit: Unit
  outline?: Outline | undefined
  /** What stands over the bars as a line. */
  line?: LineAbove | undefined
  /** The last bucket is not over yet. */
  unfinished?: boolean | undefined
}

/** The drawing as one image with its sentence; patterns beside colours for readers who ask their system for more contrast. */
export function ariaOption(summary: string): One<PlotOption['aria']> {
  const show = typeof matchMedia === 'function' && matchMedia('(prefers-contrast: more)').matches
  return { enabled: true, label: { enabled: true, description: summary }, decal: { show } }
}

/** Diagonal stripes in the colour of the surface: the mark of what is not over yet. */
const HATCH = { color: 'var(--surface)', dashArrayX: [1, 0], dashArrayY: [2, 3], rotation: -Math.PI / 4 }

const heights = (figures: readonly Figure[]) => figures.map((figure) => figure.value ?? 0)

/** The value axis of a bar chart and the room its labels need. */
export function barsAxis({ totals, outline, unit, line }: BarsModel): { top: number; ticks: number[]; gutter: Gutter } {
  const axis = linearAxis(Math.max(0, ...heights(totals), ...heights(outline?.figures ?? [])), 0, {
    whole: isWhole(unit),
  })
  const labels = Math.max(...axis.ticks.map((tick) => textWidth(axisText(tick, unit))))
  const left = Math.max(labels, line ? lineLabels(line) : 0) + 12
  return { ...axis, gutter: { left, right: 2, top: line ? 10 + LINE_ROOM : 10, bottom: 26 } }
}

/** The drawing of a bar chart at a width. */
export function barsOption(model: BarsModel, width: number): PlotOption {
  const { buckets, series, unit, outline, unfinished } = model
  const { top, ticks, gutter } = barsAxis(model)
  const names = buckets.map((bucket) => bucket.label)
  const axis = categoryAxis(names, width - gutter.left - gutter.right)
  const last = unfinished ? buckets.length - 1 : -1
  // The outline has an axis of its own, or its wider bars would push the others aside.
  const axes = outline ? [axis, { ...axis, show: false }] : [axis]
  const above = model.line && lineAbove(model.line, { names, gutter, axis: axes.length })
  const bars = { ...gutter, containLabel: false, outerBoundsMode: 'none' as const }
  const values = valueAxis(ticks, top, (tick) => axisText(tick, unit))
  return {
    animation: false,
    aria: ariaOption(model.summary),
    grid: above ? [bars, above.grid] : bars,
    xAxis: above ? [...axes, above.xAxis] : axes,
    yAxis: above ? [values, above.yAxis] : values,
    series: [
      ...(outline ? [outlineBars(outline)] : []),
      ...series.map((one) => ({
        type: 'bar' as const,
        stack: 'all',
        name: one.name,
        barCategoryGap: '34%',
        barMaxWidth: 44,
        // What went wrong must be seen even where it is little.
        barMinHeight: one.hatched ? 3 : 0,
        silent: true,
        emphasis: { disabled: true },
        itemStyle: { color: one.colour, borderColor: 'var(--surface)', borderWidth: buckets.length > 90 ? 0 : 0.8 },
        data: dataOf(one, last),
      })),
      ...(above ? [above.series] : []),
    ],
  }
}

function dataOf({ figures, hatched = false }: Series, last: number) {
  return heights(figures).map((value, index) => {
    // A bar of nothing would be drawn at the least height.
    if (hatched && value === 0) return null
    return index === last || hatched ? { value, itemStyle: { decal: HATCH } } : value
  })
}

// Behind the bars and a little wider, so that the dashes are seen on both sides.
function outlineBars(outline: Outline) {
  return {
    type: 'bar' as const,
    name: outline.name,
    xAxisIndex: 1,
    barCategoryGap: '20%',
    barMaxWidth: 54,
    silent: true,
    z: 1,
    emphasis: { disabled: true },
    itemStyle: {
      color: 'transparent',
      borderColor: 'var(--text3)',
      borderWidth: 1.1,
      borderType: [3, 2.5] as number[],
    },
    data: heights(outline.figures),
  }
}
