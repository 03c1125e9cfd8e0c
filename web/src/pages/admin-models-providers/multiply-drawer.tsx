import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { adminListModels, type Model } from '../../../../src/contract/models.ts'
import { adminListPrices, adminMultiplyPrices, type PriceChange } from '../../../../src/contract/prices.ts'
import { parseFactor } from '../../../../src/core/money.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { call } from '../../lib/call.ts'
import { whyOf } from '../../lib/form-faults.ts'
import { askAgain } from '../../lib/query.ts'
import { tidyAmount } from '../../lib/tidy-amount.ts'
import { toast } from '../../lib/toast.ts'
import { useDeed } from '../../lib/use-act.ts'
import { useFormat } from '../../lib/use-format.ts'
import { useUnsaved } from '../../lib/use-unsaved.ts'
import { Button } from '../../ui/button.tsx'
import { Drawer } from '../../ui/drawer.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { FailureNote } from '../../ui/failure-note.tsx'
import { Table, TwoLines } from '../../ui/table.tsx'
import { TextField } from '../../ui/text-field.tsx'

type Props = { models: readonly Model[]; onClose: () => void }

/** Multiplies the prices of some models, and shows before what that makes of each. */
export function MultiplyDrawer({ models, onClose }: Props) {
  const t = useTexts('offers')
  const ui = useTexts('providers')
  const [typed, setTyped] = useState('')
  const { busy, failure, act } = useDeed((error) => whyOf(error, ui('act.noAnswer')))
  const { leave, done } = useUnsaved(typed !== '', onClose)
  const factor = factorOf(typed)
  const ids = models.map(({ id }) => id)
  const preview = useQuery({
    queryKey: ['multiply', factor, ids],
    queryFn: ({ signal }) =>
      call(adminMultiplyPrices, { body: { models: ids, factor: factor ?? '1', preview: true }, signal }),
    enabled: factor !== null,
    placeholderData: keepPreviousData,
    gcTime: 0,
  })
  const unpriced = models.filter(({ price }) => price === null).length
  const apply = async () => {
    if (factor === null) return
    const { changes } = await call(adminMultiplyPrices, { body: { models: ids, factor, preview: false } })
    toast.success(t('multiply.done', { count: new Set(changes.map(({ model }) => model)).size }))
    await askAgain(adminListModels, adminListPrices)
    done()
  }
  const changes = factor === null ? models.flatMap(asItIs) : preview.data?.changes
  return (
    <Drawer
      open
      width="slim"
      onClose={leave}
      title={t('multiply.title', { count: models.length })}
      footer={
        <>
          <span className="sp" />
          <Button onClick={leave}>{t('multiply.cancel')}</Button>
          <Button
            kind="primary"
            busy={busy}
            disabled={factor === null || !changes || changes.length === 0 || preview.isPlaceholderData}
            onClick={() => void act(apply)}
          >
            {t('multiply.apply')}
          </Button>
        </>
      }
    >
      {failure !== null && <FailureNote text={`${t('multiply.failed')} ${failure}`} />}
      <TextField
        data-focus-first
        label={t('multiply.factor')}
        hint={t('multiply.factorHint')}
        error={typed !== '' && factor === null ? t('multiply.badFactor') : undefined}
        inputMode="decimal"
        autoComplete="off"
        placeholder="1.10"
        className="n"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      {unpriced > 0 && <p className="t3">{t('multiply.unpriced', { count: unpriced })}</p>}
      {preview.isError && factor !== null ? (
        <ErrorState error={preview.error} onRetry={() => void preview.refetch()} />
      ) : (
        changes && <Changes changes={changes} models={models} />
      )}
    </Drawer>
  )
}

/** A factor as it is sent; null where what is typed is none, or nothing. */
function factorOf(typed: string): string | null {
  const text = tidyAmount(typed)
  const micros = parseFactor(text)
  return micros === undefined || micros <= 0n ? null : text
}

/** What a model costs now, as a change that changes nothing: what is shown before there is a factor. */
function asItIs({ id, price }: Model): PriceChange[] {
  if (price === null) return []
  const rates = MAIN.flatMap((component) => {
    const now = price[component]
    return now === undefined ? [] : [{ component, service: null, above_tokens: 0, before: now, after: now, percent: 0 }]
  })
  return [{ model: id, kind: 'changed', effective_from: null, rates }]
}

function Changes({ changes, models }: { changes: readonly PriceChange[]; models: readonly Model[] }) {
  const t = useTexts('offers')
  const { when } = useFormat()
  if (changes.length === 0) return <p className="t3">{t('multiply.nothing')}</p>
  return (
    <div className="overflow-hidden rounded-card border border-line">
      <Table label={t('multiply.title', { count: models.length })} tall>
        <thead>
          <tr>
            <th scope="col">{t('multiply.model')}</th>
            <th scope="col" className="r">
              {t('multiply.input')}
            </th>
            <th scope="col" className="r">
              {t('multiply.output')}
            </th>
          </tr>
        </thead>
        <tbody>
          {changes.map((change) => {
            const model = models.find(({ id }) => id === change.model)
            const others = change.rates.length - MAIN.filter((rate) => rateOf(change, rate)).length
            const planned = change.effective_from && t('multiply.planned', { time: when(change.effective_from) })
            const under = [planned, others > 0 && t('multiply.more', { count: others })].filter(Boolean).join(' · ')
            return (
              <tr key={`${change.model} ${change.effective_from}`}>
                <th scope="row" className="max-w-60 text-left! font-normal! text-text!">
                  <TwoLines under={under}>{model?.display_name || change.model}</TwoLines>
                </th>
                {MAIN.map((rate) => (
                  <td key={rate} className="r">
                    <BeforeAfter rate={rateOf(change, rate)} />
                  </td>
                ))}
              </tr>
            )
          })}
        </tbody>
      </Table>
    </div>
  )
}

const MAIN = ['input', 'output'] as const

function rateOf({ rates }: PriceChange, name: (typeof MAIN)[number]) {
  return rates.find((one) => one.component === name && one.service === null && one.above_tokens === 0)
}

function BeforeAfter({ rate }: { rate: PriceChange['rates'][number] | undefined }) {
  const { NONE, price } = useFormat()
  if (!rate) return NONE
  if (rate.after === rate.before) return <span className="n nw">{price(rate.before)}</span>
  return (
    <span className="n nw">
      <span className="text-text3">{price(rate.before)} →</span> <b className="font-medium">{price(rate.after)}</b>
    </span>
  )
}
