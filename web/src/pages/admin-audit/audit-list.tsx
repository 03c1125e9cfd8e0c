import { ScrollText, SearchX } from 'lucide-react'
import type { AuditEvent } from '../../../../src/contract/audit.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { deviceName } from '../../../../src/core/device.ts'
import { NONE } from '../../lib/format.ts'
import { useFormat } from '../../lib/use-format.ts'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { PagesCard } from '../../ui/pages-card.tsx'
import { TableSkeleton } from '../../ui/skeleton.tsx'
import { Table } from '../../ui/table.tsx'
import { Actor, Outcome, Target, Verb } from './audit-bits.tsx'
import { AuditToolbar } from './audit-toolbar.tsx'
import { NO_FILTER } from './filter.ts'
import type { Audit } from './use-audit.ts'

type Open = { onOpen: (id: string) => void }

/** The acts that the filter leaves, page by page, newest first. */
export function AuditList({ audit, onOpen }: { audit: Audit } & Open) {
  const t = useTexts('audit')
  const c = useTexts('common')
  return (
    <PagesCard
      label={c('places.audit')}
      list={audit}
      toolbar={<AuditToolbar audit={audit} />}
      bones={<TableSkeleton rows={10} />}
      note={<span className="t3">{t('kept')}</span>}
      listed={(count) => t('listed', { count })}
      more={t('more')}
    >
      {(rows) => (rows.length === 0 ? <Nothing audit={audit} /> : <Rows rows={rows} onOpen={onOpen} />)}
    </PagesCard>
  )
}

function Nothing({ audit: { query, change } }: { audit: Audit }) {
  const t = useTexts('audit')
  if (Object.keys(query).length === 0) return <Empty icon={ScrollText} title={t('none.never')} />
  return (
    <Empty
      icon={SearchX}
      title={t('none.filtered')}
      actions={<Button onClick={() => change(NO_FILTER)}>{t('none.clear')}</Button>}
    />
  )
}

function Rows({ rows, onOpen }: { rows: readonly AuditEvent[] } & Open) {
  const t = useTexts('audit')
  const c = useTexts('common')
  return (
    <Table label={c('places.audit')}>
      <thead>
        <tr>
          <th scope="col" aria-sort="descending">
            {t('col.time')}
          </th>
          <th scope="col">{t('col.actor')}</th>
          <th scope="col">{t('col.action')}</th>
          <th scope="col">{t('col.target')}</th>
          <th scope="col" className="hide">
            {t('col.outcome')}
          </th>
          <th scope="col" className="hide">
            {t('col.ip')}
          </th>
          <th scope="col" className="hide">
            {t('col.client')}
          </th>
          <th scope="col" className="hide">
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

function Row({ event, onOpen }: { event: AuditEvent } & Open) {
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
        <Target event={event} />
      </td>
      <td className="hide">
        <Outcome event={event} />
      </td>
      <td className="m hide">{event.ip || NONE}</td>
      <td className="el max-w-40 hide" title={event.client}>
        {deviceName(event.client) ?? NONE}
      </td>
      <td className="m el max-w-40 hide" title={event.request_id}>
        {event.request_id || NONE}
      </td>
    </tr>
  )
}
