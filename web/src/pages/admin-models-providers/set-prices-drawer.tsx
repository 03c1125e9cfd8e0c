import { useState } from 'react'
import { adminListModels, type Model } from '../../../../src/contract/models.ts'
import { adminImportPrices, adminListPrices } from '../../../../src/contract/prices.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { call } from '../../lib/call.ts'
import { whyOf } from '../../lib/form-faults.ts'
import { askAgain } from '../../lib/query.ts'
import { toast } from '../../lib/toast.ts'
import { useDeed } from '../../lib/use-act.ts'
import { useUnsaved } from '../../lib/use-unsaved.ts'
import { Button } from '../../ui/button.tsx'
import { Drawer } from '../../ui/drawer.tsx'
import { FailureNote } from '../../ui/failure-note.tsx'
import { noQuickPrice, quickForm } from './picks.ts'
import { priceForm, priceOf } from './price-form.ts'
import { QuickRates } from './quick-rates.tsx'

type Props = {
  /** Models that have no price. */
  models: readonly Model[]
  onClose: () => void
}

/** Gives models that have no price one and the same, all in one step: what an aggregator brings comes by the hundred. */
export function SetPricesDrawer({ models, onClose }: Props) {
  const t = useTexts('offers')
  const ui = useTexts('providers')
  const [typed, setTyped] = useState(noQuickPrice)
  const { busy, failure, act, tell } = useDeed((error) => whyOf(error, ui('act.noAnswer')))
  const { leave, done } = useUnsaved(
    Object.values(typed).some((text) => text !== ''),
    onClose,
  )
  const form = quickForm(typed)
  const bad = !priceForm.safeParse(form).success
  const price = bad ? null : priceOf(form)
  const apply = async () => {
    if (price === null) return
    const prices = models.map(({ id }) => ({ model: id, price }))
    const { problems } = await call(adminImportPrices, { body: { prices, dry_run: false } })
    // A list with a fault changes nothing.
    if (problems.length > 0) return tell(problems.map(({ problem }) => problem).join(' '))
    toast.success(t('setPrices.done', { count: models.length }))
    await askAgain(adminListModels, adminListPrices)
    done()
  }
  return (
    <Drawer
      open
      width="slim"
      onClose={leave}
      title={t('setPrices.title', { count: models.length })}
      footer={
        <>
          <span className="sp" />
          <Button onClick={leave}>{t('multiply.cancel')}</Button>
          <Button kind="primary" busy={busy} disabled={price === null} onClick={() => void act(apply)}>
            {t('multiply.apply')}
          </Button>
        </>
      }
    >
      {failure !== null && <FailureNote text={`${t('setPrices.failed')} ${failure}`} />}
      <div data-focus-first className="grid grid-cols-2 gap-3">
        <QuickRates price={typed} bad={bad} onType={(rate, text) => setTyped((now) => ({ ...now, [rate]: text }))} />
      </div>
      {bad && (
        <p className="err text-meta" role="alert">
          {ui('picks.fault.price')}
        </p>
      )}
      <p className="t3">{t('setPrices.hint')}</p>
      <ul className="overflow-hidden rounded-card border border-line text-cell">
        {models.map(({ id, display_name: name }) => (
          <li key={id} className="el border-b border-line px-3.5 py-2 last:border-0">
            {name || id}
          </li>
        ))}
      </ul>
    </Drawer>
  )
}
