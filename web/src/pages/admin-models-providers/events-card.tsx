import { CircleX, Gauge, Pencil, PlugZap, Plus, Trash2, TriangleAlert, type LucideIcon } from 'lucide-react'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { adminGetAudit, adminListAudit, type AuditEvent } from '../../../../src/contract/audit.ts'
import type { MatrixRow } from '../../../../src/contract/overview.ts'
import { DAY_MS } from '../../../../src/core/time.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { loadChunk } from '../../lib/load-chunk.ts'
import { useMinute } from '../../lib/now.ts'
import { useHealthWords } from '../../lib/offers/use-health-words.ts'
import { ask } from '../../lib/query.ts'
import { useFormat } from '../../lib/use-format.ts'
import { Card, CardHead } from '../../ui/card.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Block } from '../../ui/traffic/block.tsx'
import { RankBones } from '../../ui/traffic/bones.tsx'
import { happeningsOf, type Happening } from './happenings.ts'

const ChangeLine = lazy(() =>
  loadChunk(() => import('../../ui/audit/change-line.tsx')).then((found) => ({ default: found.ChangeLine })),
)

const SHOWN = 8

type Props = { days: UseQueryResult<{ items: MatrixRow[] }> }

/** What happened to the providers in the last 24 hours: when they did not do as usual, and who changed what. */
export function EventsCard({ days }: Props) {
  const t = useTexts('offers')
  const now = useMinute()
  const acts = useQuery(ask(adminListAudit, { query: { target: 'provider', limit: SHOWN } })).data?.items ?? []
  return (
    <Card className="relative self-start" aria-label={t('events.title')}>
      <CardHead title={t('events.title')}>
        <Link to="/admin/audit-logs" search={{ target: 'provider' }} className="t3">
          {t('events.all')}
        </Link>
      </CardHead>
      <Block query={days} bones={<RankBones rows={4} />}>
        {({ items }) => {
          const found = happeningsOf(items, acts, now - DAY_MS).slice(0, SHOWN)
          return found.length === 0 ? (
            <p className="t3">{t('events.none')}</p>
          ) : (
            <ul>
              {found.map((one) => (
                <Line key={one.key} happening={one} />
              ))}
            </ul>
          )
        }}
      </Block>
    </Card>
  )
}

const ACTS = {
  'provider.created': Plus,
  'provider.changed': Pencil,
  'provider.deleted': Trash2,
  'provider.credential_recovered': PlugZap,
  'provider.endpoint_recovered': PlugZap,
  'provider.limits_changed': Gauge,
  'provider.bill_imported': Pencil,
  'provider.bill_removed': Pencil,
} as const satisfies Record<string, LucideIcon>
type Act = keyof typeof ACTS

const isAct = (action: string): action is Act => action in ACTS

const TROUBLES = { limited: TriangleAlert, errors: CircleX, slow: TriangleAlert } as const

function Line({ happening }: { happening: Happening }) {
  const { when, whenExact } = useFormat()
  const [icon, tone] = dressOf(happening)
  return (
    <li className="grid grid-cols-[16px_minmax(0,1fr)_auto] items-center gap-x-2.5 gap-y-0.5 border-t border-line py-2 text-cell first:border-0 desk:min-h-10 desk:grid-cols-[16px_84px_minmax(0,0.6fr)_minmax(0,1.4fr)]">
      <Icon of={icon} small className={tone} />
      <span className="t3 n nw max-desk:order-3" title={whenExact(happening.at)}>
        {when(happening.at)}
      </span>
      <span className="el font-medium max-desk:order-2">{happening.provider.name}</span>
      <span className="t2 max-desk:order-4 max-desk:col-start-2 max-desk:col-end-4">
        {happening.kind === 'incident' ? <Trouble {...happening} /> : <Done event={happening.event} />}
      </span>
    </li>
  )
}

function dressOf(happening: Happening): [LucideIcon, string] {
  if (happening.kind === 'act') {
    const { action } = happening.event
    return [isAct(action) ? ACTS[action] : Pencil, 't2']
  }
  const { trouble, severe } = happening.incident
  return [TROUBLES[trouble], severe ? 'err' : 'warn']
}

function Trouble({ incident }: Extract<Happening, { kind: 'incident' }>) {
  const t = useTexts('offers')
  const words = useHealthWords()
  const lasted = incident.to === null ? t('events.lasting') : words.span(words.lasted(incident))
  return [words.what(incident), lasted, words.affected(incident)].filter((one) => one !== null).join(' · ')
}

function Done({ event }: { event: AuditEvent }) {
  const t = useTexts('offers')
  const { action, actor } = event
  const who = actor?.name ?? t('events.server')
  if (!isAct(action)) return `${who} · ${action}`
  return (
    <>
      {t(`events.${action}`, { who })}
      {TELLING.has(action) && <What id={event.id} />}
    </>
  )
}

/** Of these acts it matters what they changed. */
const TELLING: ReadonlySet<Act> = new Set(['provider.changed', 'provider.limits_changed'])

/** What an act changed, on a line of its own; nothing until that is known. */
function What({ id }: { id: string }) {
  // What was done does not change any more.
  const act = useQuery({
    ...ask(adminGetAudit, { params: { id } }),
    placeholderData: () => undefined,
    staleTime: Infinity,
  })
  if (act.data === undefined) return null
  return (
    <Suspense fallback={null}>
      <span className="t3 line-clamp-2 wrap-anywhere">
        <ChangeLine before={act.data.before} after={act.data.after} />
      </span>
    </Suspense>
  )
}
