import { useCallback } from 'react'
import { useTexts } from '../i18n/use-texts.ts'
import { useSame } from '../lib/use-same.ts'
import { barsAxis, barsOption, type BarsModel } from './bars-option.ts'
import { FigureTable } from './figure-table.tsx'
import type { Marks } from './figures.ts'
import { Frame } from './frame.tsx'

type Props = BarsModel & {
  height?: number
  marks?: Marks | undefined
  /** Called with the first and the last bucket of a dragged span. */
  onZoom?: ((from: number, to: number) => void) | undefined
  /** Called on a double click. */
  onReset?: (() => void) | undefined
}

/** Bars over time, stacked by series, with the period before as a dashed outline and a line in a room of its own above. */
export function StackedBars({ height = 240, marks, onZoom, onReset, ...given }: Props) {
  const t = useTexts('charts')
  const model = useSame(given)
  const option = useCallback((width: number) => barsOption(model, width), [model])
  const { summary, buckets, series, totals, line, unfinished } = model
  const title = (index: number) => {
    const name = buckets[index]?.title ?? ''
    return unfinished && index === buckets.length - 1 ? t('unfinishedBucket', { name }) : name
  }
  const rows = buckets.map((_, index) => [
    title(index),
    ...[...series.map((one) => one.figures), totals, ...(line ? [line.figures] : [])].map(
      (all) => all[index]?.text ?? '',
    ),
  ])
  return (
    <Frame
      height={height}
      gutter={barsAxis(model).gutter}
      columns={{ count: buckets.length, centred: true }}
      option={option}
      marks={marks}
      onZoom={onZoom}
      onReset={onReset}
      spoken={(index) =>
        [`${title(index)}: ${totals[index]?.text ?? ''}`, line && `${line.name} ${line.figures[index]?.text ?? ''}`]
          .filter(Boolean)
          .join(', ')
      }
      tip={(index) => <Tip model={model} title={title(index)} index={index} />}
      table={
        <FigureTable
          caption={summary}
          heads={[t('time'), ...series.map((one) => one.name), t('total'), ...(line ? [line.name] : [])]}
          rows={rows}
        />
      }
      legend={<Legend model={model} unfinished={t('unfinished')} />}
    />
  )
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
      {model.line && (
        <div className="row lg">
          <i className="ln" style={{ borderColor: model.line.colour }} />
          {model.line.name}
          <span className="sp" />
          {model.line.figures[index]?.text}
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
          {one.name}
        </span>
      ))}
      {model.line && (
        <span>
          <i className="ln" style={{ borderColor: model.line.colour }} />
          {model.line.name}
        </span>
      )}
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
