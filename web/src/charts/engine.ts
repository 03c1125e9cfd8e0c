import { BarChart, LineChart, type BarSeriesOption, type LineSeriesOption } from 'echarts/charts'
import { AriaComponent, GridComponent, type AriaComponentOption, type GridComponentOption } from 'echarts/components'
import { init, use as register, type ComposeOption } from 'echarts/core'
import { SVGRenderer } from 'echarts/renderers'

register([BarChart, LineChart, GridComponent, AriaComponent, SVGRenderer])

/** What a drawing is told; colours are CSS variables, so a change of theme recolours it without being drawn again. */
export type PlotOption = ComposeOption<BarSeriesOption | LineSeriesOption | GridComponentOption | AriaComponentOption>

/** A drawing in an element, with its size in CSS pixels. */
export type Drawing = {
  draw(option: PlotOption, size: { width: number; height: number }): void
  dispose(): void
}

/** Starts a drawing; this file and ECharts are one chunk that is loaded when the first chart is on a page. */
export function startDrawing(element: HTMLElement, size: { width: number; height: number }): Drawing {
  const chart = init(element, null, { renderer: 'svg', ...size })
  return {
    draw(option, next) {
      if (chart.getWidth() !== next.width || chart.getHeight() !== next.height) chart.resize(next)
      chart.setOption(option, { notMerge: true, silent: true })
    },
    dispose: () => chart.dispose(),
  }
}
