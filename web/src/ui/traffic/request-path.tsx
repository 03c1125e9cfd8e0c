import type { RequestDetail } from '../../../../src/contract/usage.ts'
import { CALLED_OFF } from '../../../../src/core/records.ts'
import { PhaseLegend, Waterfall, type Phase, type WaterfallRow } from '../../charts/waterfall.tsx'
import type { Texts } from '../../i18n/texts.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { leftText } from '../../lib/left.ts'
import { outcomeOfCode } from '../../lib/traffic/outcome.ts'
import { failureWords } from '../../lib/traffic/failure-words.ts'
import { phasesOf } from '../../lib/traffic/phases.ts'
import { OUTRUN } from '../../lib/traffic/served.ts'
import { useFormat, type Format } from '../../lib/use-format.ts'
import { Status } from '../status.tsx'
import { Tag } from '../tag.tsx'
import { LimitedBy } from './limited-by.tsx'
import { SkipStatus } from './skip-status.tsx'

type Attempt = RequestDetail['attempts'][number]

/** Whether it ended by no fault of the upstream's. */
const isCalledOff = ({ error }: Attempt): boolean => CALLED_OFF.some((one) => one === error)

/** Who was asked, in which order, what came of it and how long each took. */
export function RequestPath({ data }: { data: RequestDetail }) {
  const t = useTexts('requests')
  const charts = useTexts('charts')
  const format = useFormat()
  const asked = data.attempts.filter((attempt) => attempt.decision === 'chosen')
  const lostMs = asked.findLast((attempt) => attempt.error !== OUTRUN)?.started_ms ?? 0
  const rows = data.attempts.map((attempt, index) =>
    rowOf(attempt, {
      first: attempt === asked[0],
      next: asked[asked.indexOf(attempt) + 1],
      answered: data.model_answered,
      n: index + 1,
      format,
      t,
      phaseName: (phase) => charts(`phase.${phase}`),
    }),
  )
  return (
    <section aria-label={t('path.title')}>
      <div className="rd-h">
        <h3>{t('path.title')}</h3>
        {data.attempts.length > 0 && (
          <span className="t3">
            {t('path.counts', { asked: asked.length, skipped: data.attempts.length - asked.length })}
          </span>
        )}
        {asked.length > 1 && data.first_token_ms !== null && (
          <span className="t3">
            {t('path.lost', { all: format.duration(data.first_token_ms), lost: format.duration(lostMs) })}
          </span>
        )}
        <span className="sp" />
        {rows.length > 0 && <PhaseLegend />}
      </div>
      {rows.length === 0 ? (
        <p className="t3">
          {t('path.nobody')}
          {data.end !== 'complete' && ` ${t(`end.${data.end}`)}`}
        </p>
      ) : (
        <Waterfall rows={rows} totalMs={data.total_ms} end={format.duration(data.total_ms)} />
      )}
    </section>
  )
}

type Around = {
  first: boolean
  /** Who was asked after it. */
  next: Attempt | undefined
  /** What the upstream called the model that answered. */
  answered: string | null
  n: number
  format: Format
  t: Texts<'requests'>
  phaseName: (phase: Phase) => string
}

function rowOf(attempt: Attempt, { first, next, answered, n, format, t, phaseName }: Around): WaterfallRow {
  const phases = phasesOf(attempt, first)
  const failed = attempt.decision === 'chosen' && attempt.error !== null && !isCalledOff(attempt)
  // An upstream that refused was not waited for: what came after its headers is its refusal.
  const refused = (attempt.http_status ?? 0) >= 400
  const told = phases.filter(({ phase }) => phase === 'stream' || (phase === 'wait' && !refused))
  const words = told.length > 0 ? told : phases.filter(({ phase }) => phase === 'connect')
  return {
    n,
    startMs: first ? 0 : attempt.started_ms,
    phases,
    failed,
    words: [
      ...words.map(({ phase, ms }) => `${phaseName(phase)} ${format.duration(ms)}`),
      ...(attempt.decision === 'skipped' ? [t('path.at', { at: format.duration(attempt.started_ms) })] : []),
      ...(Number(attempt.upstream_cost) > 0 ? [format.usd(attempt.upstream_cost)] : []),
    ].join(t('path.and')),
    head: (
      <>
        <b>{upstreamName(attempt.provider, t)}</b>
        <span className="t2">{t(`protocol.${attempt.protocol}`)}</span>
        {attempt.credential !== null && <span className="t2">{attempt.credential}</span>}
        {Boolean(attempt.credential_last4) && <Tag className="m">{`…${attempt.credential_last4}`}</Tag>}
        <Result attempt={attempt} next={next} answered={answered} />
      </>
    ),
  }
}

/** A user who is not told who answered is told which of them: `#2` is the second upstream. */
function upstreamName(provider: string, t: Texts<'requests'>): string {
  const [, n] = /^#(\d+)$/.exec(provider) ?? []
  return n === undefined ? provider : t('path.upstream', { n })
}

type ResultProps = { attempt: Attempt } & Pick<Around, 'next' | 'answered'>

function Result({ attempt, next, answered }: ResultProps) {
  const t = useTexts('requests')
  const { error } = attempt
  if (attempt.decision === 'skipped') return <Skipped attempt={attempt} />
  if (error === OUTRUN) return <Status state="cancelled">{t('path.hedged')}</Status>
  if (isCalledOff(attempt)) {
    return (
      <>
        <Status state="cancelled" />
        <Failure error={error} after={null} />
      </>
    )
  }
  const code = attempt.http_status
  const good = error === null && code !== null && code < 400
  return (
    <>
      <Status state={good ? 'success' : code === null || code < 400 ? 'upstream_error' : outcomeOfCode(code)}>
        {code ?? t('path.noAnswer')}
      </Status>
      {good && answered !== null && <span className="t3">{t('path.model', { model: answered })}</span>}
      <Failure error={error} after={whatThen(attempt, next)} />
    </>
  )
}

/** Why it was passed over, and what was left of its rest at that moment. */
function Skipped({ attempt }: Pick<ResultProps, 'attempt'>) {
  const t = useTexts('requests')
  const { reason, full, left_ms: leftMs, limited_by: refused } = attempt
  if (reason === null) return <Status state="cancelled">{t('path.skipped')}</Status>
  return (
    <>
      <span className="t3">{t('path.skipped')}</span>
      <SkipStatus reason={reason} full={full}>
        {leftMs !== null && <span className="n">{t('path.left', { left: leftText(leftMs) })}</span>}
      </SkipStatus>
      {refused !== null && <LimitedBy model={refused} />}
    </>
  )
}

/** What the gateway did when it failed. */
function whatThen({ retryable }: Attempt, next: Attempt | undefined): 'moved' | 'nobodyLeft' | 'stays' {
  if (next !== undefined) return 'moved'
  return retryable ? 'nobodyLeft' : 'stays'
}

type FailureProps = { error: string | null; after: ReturnType<typeof whatThen> | null }

/** How it failed, what logs call that, and what the gateway did then. */
function Failure({ error, after }: FailureProps) {
  const t = useTexts('requests')
  if (error === null) return null
  const { words, code } = failureWords(error, t)
  return (
    <span className="t3">
      {words} {code !== null && <span className="m">{code}</span>}
      {after !== null && ` · ${t(`path.${after}`)}`}
    </span>
  )
}
