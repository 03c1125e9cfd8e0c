import { BadgeDollarSign, Percent } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { adminListModels, adminPatchModel, type Model } from '../../../../src/contract/models.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { call } from '../../lib/call.ts'
import { confirm } from '../../lib/confirm.ts'
import { whyOf } from '../../lib/form-faults.ts'
import { loadChunk } from '../../lib/load-chunk.ts'
import { askAgain } from '../../lib/query.ts'
import { toast } from '../../lib/toast.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { SelectionBar } from '../../ui/selection-bar.tsx'
import { AudienceBulk } from './audience-bulk.tsx'

const MultiplyDrawer = lazy(() =>
  loadChunk(() => import('./multiply-drawer.tsx')).then((found) => ({ default: found.MultiplyDrawer })),
)

const SetPricesDrawer = lazy(() =>
  loadChunk(() => import('./set-prices-drawer.tsx')).then((found) => ({ default: found.SetPricesDrawer })),
)

/** What can be done with the models that are picked. */
export function ModelsBulk({ models, onClear }: { models: readonly Model[]; onClear: () => void }) {
  const t = useTexts('offers')
  const [pricing, setPricing] = useState<'multiply' | 'set' | null>(null)
  const unpriced = models.filter(({ price }) => price === null)
  const [busy, setBusy] = useState(false)
  const switchAll = useSwitchAll()
  const set = async (on: boolean) => {
    setBusy(true)
    await switchAll(models, on)
    setBusy(false)
  }
  const allOn = busy || models.every(({ enabled }) => enabled)
  const allOff = busy || models.every(({ enabled }) => !enabled)
  return (
    <>
      <SelectionBar
        words={t('bulk.picked', { count: models.length })}
        clearLabel={t('bulk.clear')}
        onClear={onClear}
        folded={[
          { label: t('bulk.enable'), disabled: allOn, onSelect: () => void set(true) },
          { label: t('bulk.disable'), disabled: allOff, onSelect: () => void set(false) },
        ]}
      >
        {unpriced.length < models.length && (
          <Button small onClick={() => setPricing('multiply')}>
            <Icon of={Percent} small />
            {t('bulk.price')}
          </Button>
        )}
        {unpriced.length > 0 && (
          <Button small onClick={() => setPricing('set')}>
            <Icon of={BadgeDollarSign} small />
            {t('bulk.setPrice')}
          </Button>
        )}
        <AudienceBulk models={models.map(({ id }) => id)} />
        <Button small className="hide" disabled={allOn} onClick={() => void set(true)}>
          {t('bulk.enable')}
        </Button>
        <Button small className="hide" disabled={allOff} onClick={() => void set(false)}>
          {t('bulk.disable')}
        </Button>
      </SelectionBar>
      <Suspense fallback={null}>
        {pricing === 'multiply' && <MultiplyDrawer models={models} onClose={() => setPricing(null)} />}
        {pricing === 'set' && <SetPricesDrawer models={unpriced} onClose={() => setPricing(null)} />}
      </Suspense>
    </>
  )
}

/** Switches models on or off one after the other, and asks before calls are refused. */
function useSwitchAll() {
  const t = useTexts('offers')
  const other = useTexts('providers')
  return async (models: readonly Model[], on: boolean): Promise<void> => {
    const wanted = models.filter(({ enabled }) => enabled !== on)
    const count = wanted.length
    const agreed =
      on ||
      (await confirm({
        variant: 'warning',
        title: t('bulk.disableTitle'),
        message: t('bulk.disableText', { count }),
        confirmText: t('bulk.disable'),
      }))
    if (!agreed) return
    const refused: string[] = []
    for (const { id, display_name: name } of wanted) {
      try {
        await call(adminPatchModel, { params: { id }, body: { enabled: on } })
      } catch (error) {
        refused.push(`${name || id}: ${whyOf(error, other('act.noAnswer'))}`)
      }
    }
    await askAgain(adminListModels)
    const done = count - refused.length
    if (done > 0) toast.success(t(on ? 'bulk.enabled' : 'bulk.disabled', { count: done }))
    if (refused.length > 0) toast.error(t('bulk.failed', { count: refused.length }), refused.join('\n'))
  }
}
