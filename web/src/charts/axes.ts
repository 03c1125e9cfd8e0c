import type { PlotOption } from './engine.ts'
import { labelEvery } from './scale.ts'

/** One of what ECharts takes one or a list of. */
export type One<T> = Exclude<T, readonly unknown[] | undefined>
/** One x axis. */
export type XAxis = One<PlotOption['xAxis']>
/** One y axis. */
export type YAxis = One<PlotOption['yAxis']>

/** How the labels of an axis are written; 12 px in the colours of the theme. */
export const AXIS_FONT = { color: 'var(--text3)', fontSize: 12, fontFamily: 'var(--sans)' } as const

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
