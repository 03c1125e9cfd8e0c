import { useCallback } from 'react'
import { useTexts } from '../i18n/use-texts.ts'
import { useSame } from '../lib/use-same.ts'
import { barsAxis, barsOption, type BarsModel } from './bars-option.ts'
import { FigureTable } from './figure-table.tsx'
import type { Marks } from './figures.ts'
import { Frame } from './frame.tsx'

/** A bar chart, and what is done with it. */
export type BarsProps = BarsModel & {
  height?: number
  marks?: Marks | undefined
  /** Called with the first and the last bucket of a dragged span. */
  onZoom?: ((from: number, to: number) => void) | undefined
  /** Called on a double click. */
  onReset?: (() => void) | undefined
}

/** Bars over time, stacked by series, with the period before as a dashed outline. */
export function StackedBars({ height = 240, marks, onZoom, onReset, ...given }: BarsProps) {
  const { model, heads, rows, ...bars } = useBars(given)
  const option = useCallback((width: number) => barsOption(model, width), [model])
  return (
    <Frame
      {...{ height, option, marks, onZoom, onReset }}
      {...bars}
      gutter={barsAxis(model).gutter}
      columns={{ count: rows.length, centred: true }}
      table={<FigureTable caption={model.summary} heads={heads} rows={rows} />}
    />
  )
}

/** What a bar chart tells besides its drawing: at its cursor, in its legend and as a table. */
export function useBars(given: BarsModel) {
  const t = useTexts('charts')
  const model = useSame(given)
  const { buckets, series, totals, unfinished } = model
  const title = (index: number) => {
    const name = buckets[index]?.title ?? ''
    return unfinished && index === buckets.length - 1 ? t('unfinishedBucket', { name }) : name
  }
  return {
    model,
    heads: [t('time'), ...series.map((one) => one.name), t('total')],
    rows: buckets.map((_, index) => [
      title(index),
      ...[...series.map((one) => one.figures), totals].map((all) => all[index]?.text ?? ''),
    ]),
    spoken: (index: number) => `${title(index)}: ${totals[index]?.text ?? ''}`,
    tip: (index: number) => <Tip model={model} title={title(index)} index={index} />,
    legend: <Legend model={model} unfinished={t('unfinished')} />,
  }
}

function Tip({ model, title, index }: { model: BarsModel; title: string; index: number }) {
  const shown = model.series.filter((one) => (one.figures[index]?.value ?? 0) > 0)
  return (
    <>
      <div className="row">
        <b className="b">{title}</b>
        <span className="sp" />
        <b className="b">{model.totals[index]?.text}</b>
      </div>
      {model.outline && (
        <div className="row t2 lg">
          <i className="outline" />
          {model.outline.titles[index]}
          <span className="sp" />
          {model.outline.figures[index]?.text}
        </div>
      )}
      {shown.map((one) => (
        <div className="row" key={one.id}>
          <i className={one.hatched ? 'cdot striped' : 'cdot'} style={{ backgroundColor: one.colour }} />
          <span className="el">{one.name}</span>
          <span className="sp" />
          {one.figures[index]?.text}
        </div>
      ))}
    </>
  )
}

function Legend({ model, unfinished }: { model: BarsModel; unfinished: string }) {
  return (
    <div className="lg">
      {model.series.map((one) => (
        <span key={one.id}>
          <i className={one.hatched ? 'striped' : ''} style={{ backgroundColor: one.colour }} />
          {one.total === undefined ? one.name : `${one.name} ${one.total}`}
        </span>
      ))}
      {model.outline && (
        <span>
          <i className="outline" />
          {model.outline.name}
        </span>
      )}
      {model.unfinished && (
        <span>
          <i className="open" />
          {unfinished}
        </span>
      )}
    </div>
  )
}
