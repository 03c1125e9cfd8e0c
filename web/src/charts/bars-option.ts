import type { PlotOption } from './engine.ts'
import type { BucketName, Figure, Outline, Series } from './figures.ts'
import type { Gutter } from './frame.tsx'
import { labelEvery, linearAxis, textWidth } from './scale.ts'
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
  /** The last bucket is not over yet. */
  unfinished?: boolean | undefined
}

type One<T> = Exclude<T, readonly unknown[] | undefined>
/** One x axis: ECharts takes one or a list of them. */
export type XAxis = One<PlotOption['xAxis']>
/** One y axis, likewise. */
export type YAxis = One<PlotOption['yAxis']>

/** How the labels of an axis are written; 12 px in the colours of the theme. */
export const AXIS_FONT = { color: 'var(--text3)', fontSize: 12, fontFamily: 'var(--sans)' } as const

/** The drawing as one image with its sentence; patterns beside colours for readers who ask their system for more contrast. */
export function ariaOption(summary: string): One<PlotOption['aria']> {
  const show = typeof matchMedia === 'function' && matchMedia('(prefers-contrast: more)').matches
  return { enabled: true, label: { enabled: true, description: summary }, decal: { show } }
}

/** Diagonal stripes in the colour of the surface: the mark of what is not over yet. */
const HATCH = { color: 'var(--surface)', dashArrayX: [1, 0], dashArrayY: [2, 3], rotation: -Math.PI / 4 }

const heights = (figures: readonly Figure[]) => figures.map((figure) => figure.value ?? 0)

/** The value axis of a bar chart and the room its labels need. */
export function barsAxis({ totals, outline, unit }: BarsModel): { top: number; ticks: number[]; gutter: Gutter } {
  const axis = linearAxis(Math.max(0, ...heights(totals), ...heights(outline?.figures ?? [])), 0, {
    whole: isWhole(unit),
  })
  const left = Math.max(...axis.ticks.map((tick) => textWidth(axisText(tick, unit)))) + 12
  return { ...axis, gutter: { left, right: 2, top: 10, bottom: 26 } }
}

/** The drawing of a bar chart at a width. */
export function barsOption(model: BarsModel, width: number): PlotOption {
  const { buckets, series, unit, outline, unfinished } = model
  const { top, ticks, gutter } = barsAxis(model)
  const names = buckets.map((bucket) => bucket.label)
  const axis = categoryAxis(names, width - gutter.left - gutter.right)
  const last = unfinished ? buckets.length - 1 : -1
  return {
    animation: false,
    aria: ariaOption(model.summary),
    grid: { ...gutter, containLabel: false, outerBoundsMode: 'none' },
    // The outline has an axis of its own, or its wider bars would push the others aside.
    xAxis: outline ? [axis, { ...axis, show: false }] : axis,
    yAxis: valueAxis(ticks, top, (tick) => axisText(tick, unit)),
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
    ],
  }
}

function dataOf({ figures, hatched = false }: Series, last: number) {
  return heights(figures).map((value, index) => {
    // A bar of nothing would be drawn at the least height, or its border over the axis.
    if (value === 0) return null
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

/** A time axis that writes as many of the names as fit; empty names are never written. */
export function categoryAxis(names: string[], width: number): XAxis {
  const named = names.flatMap((name, index) => (name === '' ? [] : [index]))
  const every = labelEvery(
    named.map((index) => names[index] ?? ''),
    width,
  )
  const written = new Set(named.filter((_, rank) => rank % every === 0))
  return {
    type: 'category',
    data: names,
    axisLine: { lineStyle: { color: 'var(--line)' } },
    axisTick: { show: false },
    axisLabel: { ...AXIS_FONT, margin: 9, hideOverlap: false, interval: (index: number) => written.has(index) },
  }
}

/** A value axis with lines at the given ticks only. */
export function valueAxis(ticks: number[], top: number, write: (tick: number) => string): YAxis {
  return {
    type: 'value',
    min: 0,
    max: top,
    axisLabel: { ...AXIS_FONT, customValues: ticks, formatter: write },
    axisTick: { show: false, customValues: ticks },
    splitLine: { lineStyle: { color: 'var(--line)' } },
  }
}
