import { type KeyboardEvent, type PointerEvent, type ReactNode, useState } from 'react'
import { useTexts } from '../i18n/use-texts.ts'
import { useWidth } from './use-width.ts'
import './charts.css'

/** A place on the grid. */
export type Cell = { column: number; row: number }

type Props = {
  /** One sentence that says what the grid shows. */
  summary: string
  columns: number
  rows: number
  /** Space for names at the left, above and below, in CSS pixels. */
  room: { left: number; top: number; bottom: number }
  /** The largest and the smallest height of a cell; as high as wide between them. */
  heights: { min: number; max: number }
  /** The heat step of a cell; undefined leaves the place empty. */
  step: (cell: Cell) => number | undefined
  /** What a cell says. */
  words: (cell: Cell) => string
  onOpen?: ((cell: Cell) => void) | undefined
  /** Names along the edges, for the size of a cell. */
  names: (cellWidth: number, cellHeight: number) => ReactNode
}

const MOVES: Record<string, Cell> = {
  ArrowLeft: { column: -1, row: 0 },
  ArrowRight: { column: 1, row: 0 },
  ArrowUp: { column: 0, row: -1 },
  ArrowDown: { column: 0, row: 1 },
}

/** A grid of heat steps with a cursor for mouse and arrow keys. */
export function HeatGrid(props: Props) {
  const [watch, width] = useWidth()
  return (
    <div ref={watch} className="heatbox">
      {width > 0 && <Grid {...props} width={width} />}
    </div>
  )
}

function Grid({ summary, columns, rows, room, heights, step, words, onOpen, names, width }: Props & { width: number }) {
  const t = useTexts('charts')
  const [cursor, setCursor] = useState<Cell | null>(null)
  const wide = (width - room.left) / columns
  const high = Math.min(heights.max, Math.max(heights.min, wide))
  const height = Math.ceil(room.top + rows * high + room.bottom)
  const inside = (cell: Cell) =>
    cell.column >= 0 && cell.column < columns && cell.row >= 0 && cell.row < rows && step(cell) !== undefined
  const moveTo = (cell: Cell) => setCursor(inside(cell) ? cell : null)
  const lastCell = {
    column: columns - 1,
    row: Array.from({ length: rows }, (_, row) => row).findLast((row) => inside({ column: columns - 1, row })) ?? 0,
  }
  const spoken = cursor ?? lastCell

  const onKeyDown = (event: KeyboardEvent) => {
    const move = MOVES[event.key]
    if (event.key === 'Enter' && cursor) onOpen?.(cursor)
    if (event.key === 'Escape') setCursor(null)
    if (!move) return
    event.preventDefault()
    const next = cursor ? { column: cursor.column + move.column, row: cursor.row + move.row } : lastCell
    if (inside(next)) setCursor(next)
  }
  const onPointer = (event: PointerEvent<HTMLElement>) => {
    const box = event.currentTarget.getBoundingClientRect()
    moveTo({
      column: Math.floor((event.clientX - box.left - room.left) / wide),
      row: Math.floor((event.clientY - box.top - room.top) / high),
    })
  }
  return (
    <>
      <svg
        className="heat"
        width={width}
        height={height}
        viewBox={`0 0 ${width} ${height}`}
        role="img"
        aria-label={summary}
      >
        {names(wide, high)}
        <Cells {...{ columns, rows, room, step, cursor, wide, high }} />
      </svg>
      <input
        type="range"
        className={onOpen && cursor ? 'cursor open' : 'cursor'}
        min={1}
        max={columns * rows}
        value={spoken.column * rows + spoken.row + 1}
        readOnly
        aria-label={t('cursor')}
        aria-valuetext={words(spoken)}
        onKeyDown={onKeyDown}
        onBlur={() => setCursor(null)}
        onPointerMove={onPointer}
        onPointerLeave={() => setCursor(null)}
        onClick={() => cursor && onOpen?.(cursor)}
      />
      {cursor && (
        <span
          className="htip"
          style={{
            left: Math.min(width - 90, Math.max(90, room.left + (cursor.column + 0.5) * wide)),
            top: room.top + cursor.row * high - 6,
          }}
        >
          {words(cursor)}
        </span>
      )}
    </>
  )
}

type CellsProps = Pick<Props, 'columns' | 'rows' | 'room' | 'step'> & {
  cursor: Cell | null
  wide: number
  high: number
}

function Cells({ columns, rows, room, step, cursor, wide, high }: CellsProps) {
  return Array.from({ length: columns * rows }, (_, index) => {
    const cell = { column: Math.floor(index / rows), row: index % rows }
    const heat = step(cell)
    if (heat === undefined) return null
    const here = cursor?.column === cell.column && cursor.row === cell.row
    return (
      <rect
        key={index}
        className={here ? 'at' : undefined}
        x={room.left + cell.column * wide}
        y={room.top + cell.row * high}
        width={Math.max(1, wide - 2)}
        height={high - 2}
        rx={2}
        fill={`var(--h${heat})`}
      />
    )
  })
}
