import type { adminGetAudit } from '../../../../src/contract/audit.ts'
import type { AnswerOf } from '../../../../src/contract/endpoint.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { useSearchParams } from '../../lib/search-params.ts'
import { useFormat } from '../../lib/use-format.ts'
import { Outcome, Target, Verb } from './audit-bits.tsx'
import { useDistance } from './use-distance.ts'

type Whole = AnswerOf<typeof adminGetAudit>

/** What was done before and after an act, itself among it, each with how far it is from it. */
export function Related({ event }: { event: Whole }) {
  const t = useTexts('audit')
  const [, change] = useSearchParams()
  const { when, whenExact } = useFormat()
  const distance = useDistance()
  const next = event.related.findIndex(({ id }) => id > event.id)
  const events = event.related.toSpliced(next < 0 ? event.related.length : next, 0, event)
  return (
    <section aria-label={t(`event.related.${event.related_by}`)} className="grid grid-cols-[minmax(0,1fr)] gap-1">
      <h3>{t(`event.related.${event.related_by}`)}</h3>
      <ol className="au-line">
        {events.map((one) => {
          const isThis = one.id === event.id
          return (
            <li key={one.id} aria-current={isThis || undefined} className="row min-h-9 text-cell">
              {isThis ? (
                <span className="n nw" title={whenExact(one.at)}>
                  {when(one.at)}
                </span>
              ) : (
                <button
                  type="button"
                  className="link n nw"
                  title={whenExact(one.at)}
                  onClick={() => change({ event: one.id })}
                >
                  {when(one.at)}
                </button>
              )}
              <Verb event={one} />
              <span className={`el ${isThis ? 'font-semibold' : ''}`}>
                <Target event={one} />
              </span>
              <span className="sp" />
              {one.outcome === 'refused' && <Outcome event={one} />}
              <span className="t3 n nw">{isThis ? t('event.this') : distance(event.at, one.at)}</span>
            </li>
          )
        })}
      </ol>
    </section>
  )
}

/** The headers a call came with, as far as they are kept. */
export function Headers({ headers }: { headers: Readonly<Record<string, string>> }) {
  const t = useTexts('audit')
  return (
    <section aria-label={t('event.headers')} className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <div className="row">
        <h3>{t('event.headers')}</h3>
        <span className="t3">{t('event.headers_said')}</span>
      </div>
      <dl className="au-heads m">
        {Object.entries(headers).map(([name, value]) => (
          <div key={name}>
            <dt className="t2">{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
