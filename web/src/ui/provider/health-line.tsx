import type { Provider } from '../../../../src/contract/providers.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { healthOf, type Health } from '../../lib/provider/health.ts'
import { Status, type StatusState } from '../status.tsx'

const LOOKS = {
  ok: { state: 'healthy', mark: '✓', tone: 'ok' },
  degraded: { state: 'degraded', mark: '!', tone: 'warn' },
  down: { state: 'broken', mark: '✕', tone: 'err' },
  disabled: { state: 'off', mark: '○', tone: '' },
} as const satisfies Record<Health, { state: StatusState; mark: string; tone: string }>

/** The state of a provider as a chip. */
export function HealthChip({ provider }: { provider: Provider }) {
  const t = useTexts('providers')
  const { health } = healthOf(provider)
  return <Status state={LOOKS[health].state}>{t(`health.${health}`)}</Status>
}

/** The state of a provider as a line: mark, word and why. */
export function HealthLine({ provider }: { provider: Provider }) {
  const t = useTexts('providers')
  const { health } = healthOf(provider)
  const look = LOOKS[health]
  return (
    <span className={`text-meta ${look.tone === '' ? 'text-text3' : look.tone}`}>
      <span aria-hidden="true">{look.mark} </span>
      {t(`health.${health}`)}
      <HealthReason provider={provider} />
    </span>
  )
}

/** Why a provider is not simply fine, after a separating dot; nothing when it is. */
function HealthReason({ provider }: { provider: Provider }) {
  const t = useTexts('providers')
  const { reason } = healthOf(provider)
  if (reason === null) return null
  const text = 'count' in reason ? t(`reason.${reason.code}`, { count: reason.count }) : t(`reason.${reason.code}`)
  return <> · {text}</>
}
