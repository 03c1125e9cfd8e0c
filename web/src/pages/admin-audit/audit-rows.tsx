import type { AuditEvent } from '../../../../src/contract/audit.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { deviceName } from '../../../../src/core/device.ts'
import { NONE } from '../../lib/format.ts'
import { useFormat } from '../../lib/use-format.ts'
import { Table } from '../../ui/table.tsx'
import { Actor, Outcome, Target, Verb } from './audit-bits.tsx'
import { useActWords } from './use-act-words.ts'

/** The acts that were read so far, each of which opens by its id. */
export type RowsProps = { rows: readonly AuditEvent[]; onOpen: (id: string) => void }

/** Where the card is narrow, the drawer of an act alone tells its request and what it came from. */
const REQUEST = '@max-[1040px]:hidden'
const CLIENT = '@max-[880px]:hidden'
const ADDRESS = '@max-[735px]:hidden'

/** Acts as a table. */
export function AuditTable({ rows, onOpen }: RowsProps) {
  const t = useTexts('audit')
  const c = useTexts('common')
  return (
    <Table label={c('places.audit')} className="gives">
      <thead>
        <tr>
          <th scope="col" aria-sort="descending">
            {t('col.time')}
          </th>
          <th scope="col">{t('col.actor')}</th>
          <th scope="col">{t('col.action')}</th>
          <th scope="col">{t('col.target')}</th>
          <th scope="col">{t('col.outcome')}</th>
          <th scope="col" className={ADDRESS}>
            {t('col.ip')}
          </th>
          <th scope="col" className={CLIENT}>
            {t('col.client')}
          </th>
          <th scope="col" className={REQUEST}>
            {t('col.request')}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((event) => (
          <Row key={event.id} event={event} onOpen={onOpen} />
        ))}
      </tbody>
    </Table>
  )
}

type RowProps = Pick<RowsProps, 'onOpen'> & { event: AuditEvent }

function Row({ event, onOpen }: RowProps) {
  const { when, whenExact } = useFormat()
  return (
    <tr>
      <td className="n" title={whenExact(event.at)}>
        <button type="button" className="link" onClick={() => onOpen(event.id)}>
          {when(event.at)}
        </button>
      </td>
      <td className="el max-w-40">
        <Actor event={event} />
      </td>
      <td>
        <Verb event={event} />
      </td>
      <td className="el max-w-56">
        <Target event={event} leads />
      </td>
      <td>
        <Outcome event={event} />
      </td>
      <td className={`m ${ADDRESS}`}>{event.ip || NONE}</td>
      <td className={`el max-w-40 ${CLIENT}`} title={event.client}>
        {deviceName(event.client) ?? NONE}
      </td>
      <td className={`m el max-w-40 ${REQUEST}`} title={event.request_id}>
        {event.request_id || NONE}
      </td>
    </tr>
  )
}

/** Acts as cards, for a phone. */
export function AuditCards({ rows, onOpen }: RowsProps) {
  const c = useTexts('common')
  return (
    <ul aria-label={c('places.audit')}>
      {rows.map((event) => (
        <AuditCard key={event.id} event={event} onOpen={onOpen} />
      ))}
    </ul>
  )
}

function AuditCard({ event, onOpen }: RowProps) {
  const { when, whenExact } = useFormat()
  const words = useActWords()
  return (
    <li className="rowcard">
      <div className="row">
        <Verb event={event} />
        <button type="button" className="el min-h-6 hover:text-accent" onClick={() => onOpen(event.id)}>
          <Target event={event} />
        </button>
        <span className="sp" />
        <Outcome event={event} />
      </div>
      <div className="t3 n el" title={whenExact(event.at)}>
        {[when(event.at), words.actor(event), event.ip].filter(Boolean).join(' · ')}
      </div>
    </li>
  )
}
