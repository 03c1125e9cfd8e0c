import { useTexts } from '../../i18n/use-texts.ts'
import { type Probed, useProbeNow } from '../../lib/provider/use-probe-now.ts'
import { LinkAct } from '../link-act.tsx'

/** The way to try what rests at once. */
export function ProbeNow(probed: Probed) {
  const t = useTexts('providers')
  const { busy, probe } = useProbeNow(probed)
  return (
    <LinkAct busy={busy} onAct={() => void probe()}>
      {busy ? t('probe.running') : t('probe.now')}
    </LinkAct>
  )
}
