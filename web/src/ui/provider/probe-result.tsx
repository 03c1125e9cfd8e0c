import { CircleCheck, CircleX, LoaderCircle, TriangleAlert, type LucideIcon } from 'lucide-react'
import { useTexts } from '../../i18n/use-texts.ts'
import type { EachProbe } from '../../lib/provider/probe-each.ts'
import { useFormat } from '../../lib/use-format.ts'
import { Icon } from '../icon.tsx'
import { Status } from '../status.tsx'

const VERDICTS = {
  ok: { icon: CircleCheck, tone: 'ok', ground: 'bg-okb' },
  partly: { icon: TriangleAlert, tone: 'warn', ground: 'bg-warnb' },
  failed: { icon: CircleX, tone: 'err', ground: 'bg-errb' },
} as const satisfies Record<string, { icon: LucideIcon; tone: string; ground: string }>

type Line = EachProbe['results'][number]

/** Endpoints are told apart by both. */
const endpointOf = ({ dialect, base_url: address }: Line) => `${dialect} ${address}`

/** What a test of a provider gave: the verdict, then a line for each endpoint, and each credential where there are several, with what to do about it. */
export function ProbeResult({ probes }: { probes: EachProbe }) {
  const t = useTexts('providers')
  const { results } = probes
  const fine = new Set(results.filter(({ ok }) => ok).map(endpointOf)).size
  const verdict = fine === 0 ? 'failed' : results.every(({ ok }) => ok) ? 'ok' : 'partly'
  const allReached = fine === new Set(results.map(endpointOf)).size
  const look = VERDICTS[verdict]
  return (
    <div className="overflow-hidden rounded-card border border-line" role="status">
      <div className={`row wrap px-3 py-2.5 ${look.ground}`}>
        <Icon of={look.icon} className={look.tone} />
        <b>{t(verdict === 'partly' && allReached ? 'test.partlyRefused' : `test.${verdict}`)}</b>
        <span className="t2">
          {fine === 0 ? t('test.failedText') : t('test.okText', { count: fine, models: probes.models.length })}
        </span>
      </div>
      <ul>
        {results.map((probe, at) => (
          // Nothing of a line need be its own: two credentials may have one name.
          <ProbeLine key={at} probe={probe} />
        ))}
      </ul>
    </div>
  )
}

function ProbeLine({ probe }: { probe: Line }) {
  const t = useTexts('providers')
  const { duration } = useFormat()
  const note = probe.ok && probe.models.length === 0 ? t('test.noList') : t('test.fine')
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-0.5 border-t border-line px-3 py-2 text-cell desk:grid-cols-[190px_84px_64px_minmax(0,1fr)]">
      <span className="two min-w-0">
        <span className="el">{[probe.credential, t(`dialect.${probe.dialect}`)].filter(Boolean).join(' · ')}</span>
        <span className="m el" title={probe.base_url}>
          {probe.base_url}
        </span>
      </span>
      <span className="justify-self-end desk:justify-self-start">
        <Status state={probe.ok ? 'healthy' : 'broken'}>{probe.http_status ?? t('test.none')}</Status>
      </span>
      <span className="t3 n order-4 justify-self-end desk:order-none">{duration(probe.ms)}</span>
      <span className={`wrap-anywhere ${probe.ok ? 't2' : ''}`}>{probe.detail ?? note}</span>
    </li>
  )
}

/** A test that is under way. */
export function ProbeRunning() {
  const t = useTexts('providers')
  return (
    <div className="row rounded-card border border-line px-3 py-2.5 text-cell" role="status">
      <Icon of={LoaderCircle} className="spin" />
      {t('test.running')}
      <span className="t3">{t('test.runningText')}</span>
    </div>
  )
}
