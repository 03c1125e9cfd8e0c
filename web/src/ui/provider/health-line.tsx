import type { Provider } from '../../../../src/contract/providers.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { healthOf, type Health, type Lately } from '../../lib/provider/health.ts'
import { useFormat } from '../../lib/use-format.ts'
import { Status, type StatusState } from '../status.tsx'

const LOOKS = {
  ok: { state: 'healthy', mark: '✓', tone: 'ok' },
  degraded: { state: 'degraded', mark: '!', tone: 'warn' },
  down: { state: 'broken', mark: '✕', tone: 'err' },
  disabled: { state: 'off', mark: '○', tone: '' },
} as const satisfies Record<Health, { state: StatusState; mark: string; tone: string }>

type Props = {
  provider: Provider
  /** How it answered lately; left out where that is not known. */
  lately?: Lately | undefined
}

/** The state of a provider as a chip. */
export function HealthChip({ provider, lately }: Props) {
  const t = useTexts('providers')
  const { health } = healthOf(provider, lately)
  return <Status state={LOOKS[health].state}>{t(`health.${health}`)}</Status>
}

/** The state of a provider as a line: mark, word and why; `marked` false where a sign stands before it already. */
export function HealthLine({ provider, lately, marked = true }: Props & { marked?: boolean }) {
  const t = useTexts('providers')
  const { health } = healthOf(provider, lately)
  const look = LOOKS[health]
  return (
    <span className={`text-meta ${look.tone === '' ? 'text-text3' : look.tone}`}>
      {marked && <span aria-hidden="true">{look.mark} </span>}
      {t(`health.${health}`)}
      <HealthReason provider={provider} lately={lately} />
    </span>
  )
}

/** Why a provider is not simply fine, after a separating dot; nothing when it is. */
function HealthReason({ provider, lately }: Props) {
  const t = useTexts('providers')
  const { reason } = healthOf(provider, lately)
  const { percent } = useFormat()
  if (reason === null) return null
  const text =
    'count' in reason
      ? t(`reason.${reason.code}`, { count: reason.count })
      : 'share' in reason
        ? t(`reason.${reason.code}`, { share: percent(reason.share) })
        : t(`reason.${reason.code}`)
  return <> · {text}</>
}
