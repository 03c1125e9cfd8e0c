import { useTexts } from '../../i18n/use-texts.ts'
import { type Probed, useProbeNow } from '../../lib/provider/use-probe-now.ts'

/** The way to try what rests at once. */
export function ProbeNow(probed: Probed) {
  const t = useTexts('providers')
  const { busy, probe } = useProbeNow(probed)
  return (
    <button
      type="button"
      className="link"
      // Not `disabled`: that would take the focus from who has just pressed it.
      aria-disabled={busy}
      onClick={() => void (busy || probe())}
    >
      {busy ? t('probe.running') : t('probe.now')}
    </button>
  )
}
