import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { adminGetAudit } from '../../../../src/contract/audit.ts'
import type { AnswerOf } from '../../../../src/contract/endpoint.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { deviceName } from '../../../../src/core/device.ts'
import { exact, NONE } from '../../lib/format.ts'
import { ask } from '../../lib/query.ts'
import { useSearchParams } from '../../lib/search-params.ts'
import { useFormat } from '../../lib/use-format.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Code } from '../../ui/code.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { FieldTable } from '../../ui/audit/field-table.tsx'
import { Drawer } from '../../ui/drawer.tsx'
import { DrawerSteps } from '../../ui/drawer-steps.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { TableSkeleton } from '../../ui/skeleton.tsx'
import { Actor, Outcome, Target, Verb } from './audit-bits.tsx'
import { ChainStrip } from './chain-strip.tsx'
import { NO_FILTER } from './filter.ts'
import { Headers, Related } from './event-around.tsx'
import { placeOfTarget } from './use-act-words.ts'

type Props = {
  id: string
  /** The acts of the list behind, for J and K. */
  ids: readonly string[]
  onMove: (id: string) => void
  onClose: () => void
}

type Whole = AnswerOf<typeof adminGetAudit>

/** One act: who, from where, what was before and after it, and what else they did around it. */
export function EventDrawer({ id, ids, onMove, onClose }: Props) {
  const t = useTexts('audit')
  const {
    data: event,
    error,
    refetch,
  } = useQuery({
    ...ask(adminGetAudit, { params: { id } }),
    placeholderData: () => undefined,
  })
  return (
    <Drawer
      open
      width="normal"
      onClose={onClose}
      title={
        event === undefined ? (
          t('event.title')
        ) : (
          <span className="row min-w-0">
            <Verb event={event} />
            <span className="el">
              <Target event={event} />
            </span>
          </span>
        )
      }
      remark={event && event.n !== null && <span className="t3 n nw">#{exact(event.n)}</span>}
      actions={<DrawerSteps {...{ id, ids, onMove }} link={`/admin/audit-logs?event=${encodeURIComponent(id)}`} />}
      footer={event && <Foot event={event} />}
    >
      {event ? (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
          <Facts event={event} />
          {event.n !== null && event.chain !== null && <ChainStrip n={event.n} chain={event.chain} />}
          <Changes event={event} />
          {event.related.length > 0 && <Related event={event} />}
          {event.call !== null && <Headers headers={event.call.headers} />}
        </div>
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <TableSkeleton rows={6} />
      )}
    </Drawer>
  )
}

function Facts({ event }: { event: Whole }) {
  const t = useTexts('audit')
  const { moment, whenExact } = useFormat()
  const facts = [
    ['actor', <Actor key="actor" event={event} />],
    [
      'time',
      <span key="time" className="n" title={whenExact(event.at)}>
        {moment(event.at)}
      </span>,
    ],
    ['outcome', <Outcome key="outcome" event={event} />],
    [
      'ip',
      <span key="ip" className="m">
        {event.ip || NONE}
      </span>,
    ],
    [
      'client',
      <span key="client" title={event.client}>
        {deviceName(event.client) ?? NONE}
      </span>,
    ],
    [
      'call',
      <span key="call" className="m">
        {event.call ? `${event.call.method} ${event.call.path}` : NONE}
      </span>,
    ],
    [
      'request',
      <span key="request" className="m">
        {event.request_id || NONE}
      </span>,
    ],
    ['confirmed', event.call ? t(`event.confirmed.${event.call.confirmed ? 'yes' : 'no'}`) : NONE],
  ] as const
  return (
    <>
      <dl className="au-facts">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt className="t3">{t(`col.${name}`)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {!event.chained && <p className="warn text-cell">{t('event.unchained')}</p>}
    </>
  )
}

function Changes({ event: { before, after } }: { event: Whole }) {
  const t = useTexts('audit')
  const [shape, setShape] = useState<'fields' | 'json'>('fields')
  return (
    <section aria-label={t('diff.title')} className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <div className="row">
        <h3>{t('diff.title')}</h3>
        <span className="sp" />
        <Segmented
          label={t('diff.shape')}
          value={shape}
          options={[
            { value: 'fields', label: t('diff.fields') },
            { value: 'json', label: 'JSON' },
          ]}
          onChange={setShape}
        />
      </div>
      {shape === 'fields' ? (
        <FieldTable before={before} after={after} />
      ) : (
        <Code language="json" title="before · after" code={JSON.stringify({ before, after }, null, 2)} />
      )}
    </section>
  )
}

function Foot({ event }: { event: Whole }) {
  const t = useTexts('audit')
  const [, change] = useSearchParams()
  const { actor } = event
  const place = placeOfTarget(event)
  return (
    <>
      <CopyButton small={false} text={JSON.stringify(event, null, 2)}>
        {t('event.copy')}
      </CopyButton>
      {actor !== null && (
        <Button onClick={() => change({ ...NO_FILTER, event: null, actor: actor.id })}>{t('event.only_actor')}</Button>
      )}
      <span className="sp" />
      {place !== null && (
        <Link to={place} className={buttonClass({})}>
          {t('event.open')}
        </Link>
      )}
    </>
  )
}
