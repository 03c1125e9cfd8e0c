import { CalendarClock, Gauge } from 'lucide-react'
import { Suspense, useState } from 'react'
import type { AdminKey, KeyColumn } from '../../../../src/contract/admin-keys.ts'
import type { Sort } from '../../../../src/contract/common.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { useZone } from '../../lib/use-format.ts'
import { Button } from '../../ui/button.tsx'
import { ExportMenu, useExport } from '../../ui/export-menu.tsx'
import { Icon } from '../../ui/icon.tsx'
import { BulkExpiry } from '../../ui/key/bulk-expiry-lazy.tsx'
import { BulkLimits } from '../../ui/limits/bulk-limits-lazy.tsx'
import { SelectionBar } from '../../ui/selection-bar.tsx'
import { RISK_ORDER } from './keys.ts'
import { useAllExport } from './use-all-export.ts'
import { useKeyDeeds } from './use-key-deeds.ts'

type Props = { keys: readonly AdminKey[]; sort: Sort<KeyColumn>; onClear: () => void }

/** What can be done with the keys that are picked. */
export function BulkBar({ keys, sort, onClear }: Props) {
  const t = useTexts('allkeys')
  const zone = useZone()
  const { setStatus, disable, setLimits, setExpiry } = useKeyDeeds()
  const [open, setOpen] = useState<'limits' | 'expiry' | null>(null)
  const close = () => setOpen(null)
  const running = keys.filter((key) => key.status !== 'disabled')
  const shared = RISK_ORDER.filter((risk) => keys.every((key) => key.risks.includes(risk)))
  const taken = useAllExport()({ id: keys.map((key) => key.id), sort }, keys)
  const exporting = useExport(taken)
  const named = keys.map((key) => ({ ...key, name: t('named', { name: key.name, owner: key.owner.name }) }))
  return (
    <>
      <SelectionBar
        words={t('bulk.picked', { count: keys.length })}
        remark={shared.length > 0 && t('bulk.all', { risks: shared.map((risk) => t(`risk.${risk}`)).join(t('comma')) })}
        clearLabel={t('bulk.clear')}
        onClear={onClear}
        folded={[
          { label: t('bulk.expiry'), icon: CalendarClock, onSelect: () => setOpen('expiry') },
          'rule',
          ...exporting.items,
          'rule',
        ]}
      >
        <Button small onClick={() => setOpen('limits')}>
          <Icon of={Gauge} small />
          {t('bulk.limits')}
        </Button>
        <Button small className="hide" onClick={() => setOpen('expiry')}>
          <Icon of={CalendarClock} small />
          {t('bulk.expiry')}
        </Button>
        {running.length > 0 ? (
          <Button small kind="danger" onClick={() => void disable(running)}>
            {t('act.disable')}
          </Button>
        ) : (
          <Button small onClick={() => void setStatus(keys, 'active')}>
            {t('act.enable')}
          </Button>
        )}
        <ExportMenu small className="hide" {...taken} />
      </SelectionBar>
      <Suspense fallback={null}>
        {open === 'limits' && (
          <BulkLimits
            items={named}
            otherwise={t('failed.retry')}
            onApply={(limits) => setLimits(keys, limits)}
            onClose={close}
          />
        )}
        {open === 'expiry' && (
          <BulkExpiry items={named} zone={zone} onApply={(at) => setExpiry(keys, at)} onClose={close} />
        )}
      </Suspense>
    </>
  )
}
