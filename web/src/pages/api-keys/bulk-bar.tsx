import { Ban, CalendarClock, CircleCheck, Gauge } from 'lucide-react'
import { Suspense, useState } from 'react'
import type { ApiKey } from '../../../../src/contract/keys.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { confirm } from '../../lib/confirm.ts'
import { useZone } from '../../lib/use-format.ts'
import { Button } from '../../ui/button.tsx'
import { ExportMenu } from '../../ui/export-menu.tsx'
import { Icon } from '../../ui/icon.tsx'
import { BulkExpiry } from '../../ui/key/bulk-expiry-lazy.tsx'
import { BulkLimits } from '../../ui/limits/bulk-limits-lazy.tsx'
import { SelectionBar } from '../../ui/selection-bar.tsx'
import { useKeyDeeds } from './use-key-deeds.ts'
import { useOwnExport } from './use-own-export.ts'

/** What can be done with the keys that are picked. */
export function BulkBar({ keys, onClear }: { keys: readonly ApiKey[]; onClear: () => void }) {
  const t = useTexts('keys')
  const zone = useZone()
  const { setStatus, setLimits, setExpiry } = useKeyDeeds()
  const taken = useOwnExport(keys)
  const [open, setOpen] = useState<'limits' | 'expiry' | null>(null)
  const close = () => setOpen(null)
  const running = keys.filter((key) => key.status !== 'disabled')
  const locked = keys.every((key) => key.disabled_by_admin)
  const disable = async () => {
    const sure = await confirm({
      variant: 'warning',
      title: t('bulk.disable', { count: running.length }),
      message: t('bulk.disable_effect', { names: running.map((key) => key.name).join(t('summary.comma')) }),
      confirmText: t('action.disable'),
    })
    if (sure) await setStatus(running, 'disabled')
  }
  return (
    <>
      <SelectionBar words={t('bulk.picked', { count: keys.length })} clearLabel={t('bulk.clear')} onClear={onClear}>
        {running.length > 0 ? (
          <Button small onClick={() => void disable()}>
            <Icon of={Ban} small />
            {t('action.disable')}
          </Button>
        ) : (
          <Button
            small
            disabled={locked}
            title={locked ? t('locked') : undefined}
            onClick={() => void setStatus(keys, 'active')}
          >
            <Icon of={CircleCheck} small />
            {t('action.enable')}
          </Button>
        )}
        <Button small onClick={() => setOpen('limits')} title={t('bulk.limits')}>
          <Icon of={Gauge} small />
          <span className="hide">{t('bulk.limits')}</span>
        </Button>
        <Button small onClick={() => setOpen('expiry')} title={t('bulk.expiry')}>
          <Icon of={CalendarClock} small />
          <span className="hide">{t('bulk.expiry')}</span>
        </Button>
        <ExportMenu small className="" {...taken} />
      </SelectionBar>
      <Suspense fallback={null}>
        {open === 'limits' && (
          <BulkLimits
            items={keys}
            otherwise={t('failed.retry')}
            onApply={(limits) => setLimits(keys, limits)}
            onClose={close}
          />
        )}
        {open === 'expiry' && (
          <BulkExpiry items={keys} zone={zone} onApply={(at) => setExpiry(keys, at)} onClose={close} />
        )}
      </Suspense>
    </>
  )
}
