import { Check } from 'lucide-react'
import type { RequestRow } from '../../../../src/contract/usage.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { useScope } from '../../lib/scope.ts'
import { useFormat } from '../../lib/use-format.ts'
import { Icon } from '../../ui/icon.tsx'
import { Table } from '../../ui/table.tsx'
import { RequestStatus } from '../../ui/traffic/request-status.tsx'
import type { Tools } from './request-tools.tsx'
import { limitsOf, TimeCell, type Limits } from './time-cell.tsx'

type Props = {
  rows: readonly RequestRow[]
  onOpen: (id: string) => void
  isFresh: (id: string) => boolean
  tools: Tools
}

/** The requests as a table. */
export function RequestTable({ rows, onOpen, isFresh, tools }: Props) {
  const t = useTexts('usage')
  const firstToken = limitsOf(rows.map((row) => row.first_token_ms))
  const total = limitsOf(rows.map((row) => row.total_ms))
  return (
    <Table label={t('tab.requests')} className={tools.dense ? 'rq dense' : 'rq'}>
      <Heads />
      <tbody>
        {rows.map((row) => (
          <Row
            key={row.id}
            {...{ row, tools, firstToken, total }}
            fresh={isFresh(row.id)}
            onOpen={() => onOpen(row.id)}
          />
        ))}
      </tbody>
    </Table>
  )
}

function Heads() {
  const t = useTexts('usage')
  const r = useTexts('requests')
  const admin = useScope() === 'admin'
  const wide = admin ? 'rq-wide' : undefined
  const words = [
    { word: t('list.time') },
    { word: t('list.id') },
    ...(admin ? [{ word: r('user') }] : []),
    { word: r('key'), className: wide },
    { word: r('model') },
    { word: admin ? r('provider') : r('client') },
    { word: t('list.protocol') },
    { word: r('stream'), className: 'rq-wide' },
  ]
  const numbers = [r('input'), t('list.cache'), r('output'), r('cost'), r('firstToken'), r('total'), 't/s']
  return (
    <thead>
      <tr>
        {words.map(({ word, className }) => (
          <th key={word} scope="col" className={className}>
            {word}
          </th>
        ))}
        {numbers.map((word) => (
          <th key={word} scope="col" className="r">
            {word}
          </th>
        ))}
        <th scope="col">{r('status')}</th>
      </tr>
    </thead>
  )
}

type RowProps = {
  row: RequestRow
  fresh: boolean
  tools: Tools
  firstToken: Limits
  total: Limits
  onOpen: () => void
}

function Row({ row, fresh, tools, firstToken, total, onOpen }: RowProps) {
  const r = useTexts('requests')
  const format = useFormat()
  const admin = useScope() === 'admin'
  const { usage } = row
  // Nothing is known yet of what it used, and there is nothing to open.
  const running = row.status === 'running'
  return (
    <tr className={`${running ? '' : 'open'} ${fresh ? 'fresh' : ''}`} {...(!running && { onClick: onOpen })}>
      <td className="m" title={format.whenExact(row.at)}>
        <button type="button" data-row disabled={running}>
          {format.when(row.at)}
        </button>
      </td>
      <td className="m t2" title={row.id}>
        {row.id.slice(-8)}
      </td>
      {admin && <td className="el rq-name">{tools.mask(row.user?.name ?? format.NONE)}</td>}
      <td className={admin ? 'el rq-name rq-wide' : 'el rq-name'}>{tools.mask(row.key.name)}</td>
      <td>
        {row.model !== null && row.model !== row.model_asked && <span className="t2">{row.model_asked} → </span>}
        {row.model ?? row.model_asked}
      </td>
      <td className="t2 el rq-name">{admin ? (row.provider?.name ?? format.NONE) : row.client}</td>
      <td className="t2">{r(`protocol.${row.protocol}`)}</td>
      <td className="t2 rq-wide">{row.stream ? <Icon of={Check} small label={r('stream')} /> : format.NONE}</td>
      <td className="r" title={format.exact(usage.input)}>
        {format.tokens(running ? null : usage.input)}
      </td>
      <td className="r">
        <Cache read={usage.cache_read} written={usage.cache_write_5m + usage.cache_write_1h} />
      </td>
      <td className="r" title={format.exact(usage.output)}>
        {format.tokens(usage.output || null)}
      </td>
      <td className={row.cost === '0' ? 'r t2' : 'r'} title={format.usdExact(row.cost)}>
        {format.usd(running ? null : row.cost, 4)}
      </td>
      <TimeCell ms={row.first_token_ms} limits={firstToken} />
      <TimeCell ms={running ? null : row.total_ms} limits={total} />
      <td className="r t2">{row.tokens_per_second === null ? format.NONE : Math.round(row.tokens_per_second)}</td>
      <td>
        <RequestStatus request={row} />
      </td>
    </tr>
  )
}

function Cache({ read, written }: { read: number; written: number }) {
  const format = useFormat()
  if (read === 0 && written === 0) return format.NONE
  return (
    <span className="rq-cache">
      <span>{read > 0 && `↓${format.tokens(read)}`}</span>
      <span className="t2">{written > 0 && `↑${format.tokens(written)}`}</span>
    </span>
  )
}
