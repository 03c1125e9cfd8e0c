import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import type { RequestRow } from '../../../../src/contract/usage.ts'
import type { Texts } from '../../i18n/texts.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { margin } from '../../lib/traffic/figures.ts'
import { useMask } from '../../lib/traffic/privacy.ts'
import { usedOf } from '../../lib/traffic/used.ts'
import { useFormat, type Format } from '../../lib/use-format.ts'
import { Icon } from '../../ui/icon.tsx'
import { RequestStatus } from '../../ui/traffic/request-status.tsx'
import { isNumber, type Column } from './columns.ts'
import { RowButton } from './row-button.tsx'
import { TimeCell, type Limits } from './time-cell.tsx'

/** The limits of the columns of times. */
export type ColumnLimits = { first_token: Limits; total: Limits }

/** What a row's cells are written with: asked for once a row, not in each cell. */
export type Pen = { r: Texts<'requests'>; format: Format; mask: (name: string) => string }

/** The pen of the reader's language, formats and privacy. */
export const usePen = (): Pen => ({ r: useTexts('requests'), format: useFormat(), mask: useMask() })

type Props = {
  column: Column
  row: RequestRow
  pen: Pen
  limits: ColumnLimits
  /** The cell that carries the row's button. */
  first: boolean
  /** Where there is no room for it, as a class. */
  narrow: string
}

/** One cell of the request list. */
export function Cell({ column, row, pen, limits, first, narrow }: Props) {
  const { face, className = '', title } = faceOf(column, row, pen)
  const button = { first, running: row.status === 'running' }
  const { seconds } = pen.format
  if (column === 'first_token') {
    return <TimeCell ms={row.first_token_ms} limits={limits.first_token} text={seconds} {...button} narrow={narrow} />
  }
  if (column === 'total') {
    return <TimeCell ms={usedOf(row).totalMs} limits={limits.total} text={seconds} {...button} narrow={narrow} />
  }
  const looks = [isNumber(column) && 'r', className, narrow].filter(Boolean).join(' ')
  return (
    <td className={looks} title={title}>
      <RowButton {...button}>{face}</RowButton>
    </td>
  )
}

type Face = { face: ReactNode; className?: string; title?: string }

function faceOf(column: Column, row: RequestRow, { r, format, mask }: Pen): Face {
  const used = usedOf(row)
  switch (column) {
    case 'at':
      return { face: format.when(row.at), className: 'm', title: format.whenExact(row.at) }
    case 'id':
      return { face: row.id.slice(-8), className: 'm t2', title: row.id }
    case 'user':
      return { face: mask(row.user?.name ?? format.NONE), className: 'el rq-name' }
    case 'key':
      return { face: mask(row.key.name), className: 'el rq-name' }
    case 'model':
      return { face: <ModelName row={row} />, className: 'el rq-model', title: modelWords(row) }
    case 'provider':
      return { face: providerWords(row, { r, format }), className: 't2 el rq-name' }
    case 'client':
      return { face: row.client || format.NONE, className: 't2 el rq-name' }
    case 'protocol':
      return { face: r(`protocol.${row.protocol}`), className: 't2' }
    case 'stream':
      return { face: row.stream ? <Icon of={Check} small label={r('stream')} /> : format.NONE, className: 't2' }
    case 'input':
      return { face: format.tokens(used.input), title: format.exact(used.input) }
    case 'cache':
      return { face: cacheFace(used, format) }
    case 'output':
      return { face: format.tokens(used.output), title: format.exact(used.output) }
    case 'cost':
      return {
        face: format.usd(used.cost, 4),
        title: format.usdExact(used.cost),
        ...(used.cost === '0' && { className: 't2' }),
      }
    case 'margin':
      return marginFace(row, format)
    case 'speed':
      return { face: row.tokens_per_second === null ? format.NONE : Math.round(row.tokens_per_second), className: 't2' }
    case 'status':
      return { face: <RequestStatus request={row} /> }
    case 'first_token':
    case 'total':
      // These draw their cell themselves.
      return { face: null }
  }
  return column satisfies never
}

/** Who answered; that nobody was asked is told of what has ended. */
export function providerWords(
  { provider, status, attempts_made: made }: RequestRow,
  { r, format }: Omit<Pen, 'mask'>,
): string {
  if (provider !== null) return provider.name
  return made === 0 && status === 'refused' ? r('notSent') : format.NONE
}

/** What is left of a cost once the upstreams are paid; what runs has none yet. */
function marginFace(row: RequestRow, format: Format): Face {
  if (row.status === 'running') return { face: format.NONE, className: 't2' }
  const { amount, share } = margin(row)
  const lost = amount?.startsWith('-') ?? false
  return { face: format.usd(amount, 4), title: format.percent(share), className: lost ? 'err' : 't2' }
}

/** The model, and before it what was asked for where that is called otherwise. */
export const modelWords = ({ model, model_asked: asked }: RequestRow): string =>
  model === null || model === asked ? asked : `${asked} → ${model}`

function ModelName({ row }: { row: RequestRow }) {
  return (
    <>
      {row.model !== null && row.model !== row.model_asked && <span className="t2">{row.model_asked} → </span>}
      {row.model ?? row.model_asked}
    </>
  )
}

function cacheFace({ cacheRead: read, cacheWrite: written }: ReturnType<typeof usedOf>, format: Format): ReactNode {
  if (read === null && written === null) return format.NONE
  return (
    <span className="rq-cache">
      <span>{read !== null && `↓${format.tokens(read)}`}</span>
      <span className="t2">{written !== null && `↑${format.tokens(written)}`}</span>
    </span>
  )
}
