import type { RoutingFate } from '../../../../src/contract/routing.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { Countdown } from '../../ui/countdown.tsx'
import { ProbeNow } from '../../ui/provider/probe-now.tsx'
import { Status } from '../../ui/status.tsx'
import { TwoLines } from '../../ui/table.tsx'
import { LimitedBy } from '../../ui/traffic/limited-by.tsx'
import { SkipStatus } from '../../ui/traffic/skip-status.tsx'

/** What ends by an answer, so that asking at once may end it sooner. */
const RESTS: ReadonlySet<string> = new Set([
  'cooling',
  'limited',
  'invalid',
  'exhausted',
  'absent',
  'breaker',
  'breaker_model',
  'breaker_caller',
])

/** Whether a candidate would be asked, and what put it there; or why it is skipped, until when, and the way to try it at once. In an element of its own, so that states begin at one line whether something stands under them or not. */
export const Verdict = ({ fate }: { fate: RoutingFate }) => (
  <div className="rt-verdict">
    <State fate={fate} />
    {fate.limited_by !== null && <LimitedBy model={fate.limited_by} />}
  </div>
)

function State({ fate }: { fate: RoutingFate }) {
  const t = useTexts('routing')
  const { position, reason, behind, answered_at: answeredAt } = fate
  if (reason === null) {
    const state = answeredAt === null ? (position === 1 ? 'primary' : 'fallback') : 'stays'
    return (
      <TwoLines under={behind === null ? undefined : t(`behind.${behind}`)}>
        <Status state="healthy">{t(state)}</Status>
      </TwoLines>
    )
  }
  return (
    <TwoLines under={RESTS.has(reason) ? <Rest fate={fate} /> : undefined}>
      <SkipStatus reason={reason} full={fate.full}>
        {fate.until !== null && <Countdown until={fate.until} />}
      </SkipStatus>
    </TwoLines>
  )
}

/** The way to try it at once, and the word of its upstream, which is cut where there is no room. */
function Rest({ fate }: { fate: RoutingFate }) {
  const { provider, endpoint, credential } = fate
  const { status, reason } = credential
  const ofEndpoint = { kind: 'endpoint', id: endpoint.id } as const
  const ofCredential = { kind: 'credential', id: credential.id } as const
  const ways = fate.reason?.startsWith('breaker')
    ? { part: ofEndpoint, beside: ofCredential }
    : { part: ofCredential, beside: ofEndpoint }
  return (
    <>
      <ProbeNow provider={provider} {...ways} name={credential.name ?? credential.last4} />
      {status === fate.reason && reason !== null && <span title={reason}> · {reason}</span>}
    </>
  )
}
