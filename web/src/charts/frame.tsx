import { type PointerEvent, type ReactNode, useMemo, useState } from 'react'
import { useTexts } from '../i18n/use-texts.ts'
import type { PlotOption } from './engine.ts'
import type { Marks } from './figures.ts'
import { Plot } from './plot.tsx'
import { useWidth } from './use-width.ts'
import './charts.css'

/** Space around the plotting area, in CSS pixels. */
export type Gutter = { left: number; right: number; top: number; bottom: number }

/** Where the columns of a chart are: `centred` on their part of the width (bars), or spread from edge to edge (lines). */
type Columns = { count: number; centred: boolean }

type FrameProps = {
  height: number
  gutter: Gutter
  columns: Columns
  option: (width: number) => PlotOption
  /** What stands beside the cursor at a column. */
  tip: (index: number) => ReactNode
  /** The same in one sentence, for the keyboard cursor. */
  spoken: (index: number) => string
  /** The same figures as a table. */
  table: ReactNode
  legend: ReactNode
  /** What happened in its time, marked over the drawing and told at the cursor. */
  marks?: Marks | undefined
  onZoom?: ((from: number, to: number) => void) | undefined
  onReset?: (() => void) | undefined
}

/** A chart with its cursor (mouse and ←/→), drag to zoom, legend and table twin. */
export function Frame(props: FrameProps) {
  const t = useTexts('charts')
  const [asTable, setAsTable] = useState(false)
  const [watch, width] = useWidth()
  return (
    <div className="frame">
      {asTable ? (
        <div className="twin" style={{ maxHeight: props.height + 80 }}>
          {props.table}
        </div>
      ) : (
        <div ref={watch} className="plotbox" style={{ height: props.height }}>
          {width > 0 && <Drawn {...props} width={width} />}
        </div>
      )}
      <div className="under">
        <div className="lg">
          {props.legend}
          {props.marks?.at.some((words) => words.length > 0) === true && (
            <span>
              <i className="cmark" />
              {props.marks.name}
            </span>
          )}
        </div>
        <button type="button" className="link t3 nw" aria-pressed={asTable} onClick={() => setAsTable(!asTable)}>
          {asTable ? t('showChart') : t('showTable')}
        </button>
      </div>
    </div>
  )
}

type Drag = { from: number; to: number }

function Drawn({
  height,
  gutter,
  columns,
  option,
  tip,
  spoken,
  marks,
  onZoom,
  onReset,
  width,
}: FrameProps & { width: number }) {
  const t = useTexts('charts')
  const [cursor, setCursor] = useState<number | null>(null)
  const [drag, setDrag] = useState<Drag | null>(null)
  const drawing = useMemo(() => option(width), [option, width])
  const inner = width - gutter.left - gutter.right
  const step = columns.centred ? inner / columns.count : inner / Math.max(1, columns.count - 1)
  const x = (index: number) => gutter.left + (columns.centred ? (index + 0.5) * step : index * step)
  const at = (event: PointerEvent<HTMLElement>) => {
    const offset = event.clientX - event.currentTarget.getBoundingClientRect().left
    const index = columns.centred ? Math.floor(offset / step) : Math.round(offset / step)
    return Math.min(columns.count - 1, Math.max(0, index))
  }
  const shown = cursor === null ? null : Math.min(cursor, columns.count - 1)

  const marked = (index: number) => marks?.at[index] ?? []

  const endDrag = () => {
    if (drag && drag.from !== drag.to) onZoom?.(Math.min(drag.from, drag.to), Math.max(drag.from, drag.to))
    setDrag(null)
  }
  const area = { left: gutter.left, top: gutter.top, width: inner, height: height - gutter.top - gutter.bottom }
  return (
    <>
      <Plot option={drawing} width={width} height={height} />
      {marks?.at.map(
        (words, index) =>
          words.length > 0 && <i key={`${index}`} className="cmark" style={{ left: x(index) - 4, top: area.top }} />,
      )}
      {shown !== null && <Cursor x={x(shown)} band={columns.centred ? step : 1} area={area} />}
      {drag && <Selection from={x(drag.from)} to={x(drag.to)} step={columns.centred ? step : 0} area={area} />}
      <input
        type="range"
        className={onZoom ? 'cursor zoom' : 'cursor'}
        style={area}
        min={1}
        max={columns.count}
        value={(shown ?? columns.count - 1) + 1}
        aria-label={t('cursor')}
        aria-valuetext={[spoken(shown ?? columns.count - 1), ...marked(shown ?? columns.count - 1)].join('; ')}
        onChange={(event) => setCursor(event.target.valueAsNumber - 1)}
        onKeyDown={(event) => event.key === 'Escape' && setCursor(null)}
        onFocus={() => setCursor(shown ?? columns.count - 1)}
        onBlur={() => setCursor(null)}
        onPointerMove={(event) => {
          const index = at(event)
          setCursor(index)
          if (drag) setDrag({ ...drag, to: index })
        }}
        onPointerDown={(event) => {
          // A finger moves the cursor as on any slider; a mouse drags out a span instead.
          if (event.pointerType === 'touch') return
          event.preventDefault()
          if (!onZoom || event.button !== 0) return
          event.currentTarget.setPointerCapture(event.pointerId)
          setDrag({ from: at(event), to: at(event) })
        }}
        onPointerUp={endDrag}
        onPointerCancel={() => setDrag(null)}
        onPointerLeave={() => setCursor(null)}
        onDoubleClick={onReset}
      />
      {shown !== null && !drag && (
        <div className="ctip" style={tipPlace(x(shown), width, columns.centred ? step / 2 : 4)}>
          {tip(shown)}
          {marked(shown).length > 0 && <Happened words={marked(shown)} />}
        </div>
      )}
    </>
  )
}

const MOST_WORDS = 6

/** What happened in a bucket; the first few of many. */
function Happened({ words }: { words: readonly string[] }) {
  return (
    <div className="happened">
      {words.slice(0, MOST_WORDS).map((one, index) => (
        <div key={`${index}`}>{one}</div>
      ))}
      {words.length > MOST_WORDS && <div className="t3">+{words.length - MOST_WORDS}</div>}
    </div>
  )
}

const TIP_WIDTH = 232

// The tip stands beside its column, on the side with more room, and never leaves the chart.
function tipPlace(x: number, width: number, gap: number): { left: number } {
  const left = x + gap + 8 + TIP_WIDTH <= width ? x + gap + 8 : x - gap - 8 - TIP_WIDTH
  return { left: Math.max(0, Math.min(left, width - TIP_WIDTH)) }
}

type Area = { left: number; top: number; width: number; height: number }

function Cursor({ x, band, area }: { x: number; band: number; area: Area }) {
  return (
    <i
      className={band > 1 ? 'cband' : 'cline'}
      style={{ left: x - band / 2, width: band, top: area.top, height: area.height }}
    />
  )
}

function Selection({ from, to, step, area }: { from: number; to: number; step: number; area: Area }) {
  const left = Math.min(from, to) - step / 2
  return <i className="csel" style={{ left, width: Math.abs(to - from) + step, top: area.top, height: area.height }} />
}
