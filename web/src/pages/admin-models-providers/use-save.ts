import type { Dispatch } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { adminListModels } from '../../../../src/contract/models.ts'
import { adminListProviders } from '../../../../src/contract/providers.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { CallError } from '../../lib/call-error.ts'
import { placeFaults, whyOf } from '../../lib/form-faults.ts'
import { askAgain } from '../../lib/query.ts'
import { providerInput, type ConnectionForm } from './connection.ts'
import { useAttempt } from '../../lib/use-attempt.ts'
import { pickFaults, pricesToSet } from './picks.ts'
import { savePrices, saveProvider, withPrices } from './save-provider.ts'
import type { Wizard, WizardAction } from './wizard.ts'

/** Saves what the wizard gathered, and says where it is refused. */
export function useSave(state: Wizard, dispatch: Dispatch<WizardAction>, form: UseFormReturn<ConnectionForm>) {
  const t = useTexts('providers')
  const attempt = useAttempt()
  const otherwise = t('act.noAnswer')
  const refresh = () => askAgain(adminListProviders, adminListModels)

  const refuse = (error: unknown) => {
    if (error instanceof CallError) {
      const fields = error.code === 'slug_taken' ? { slug: error.detail } : error.fields
      const elsewhere = placeFaults(form, fields)
      if (elsewhere.length < Object.keys(fields).length) dispatch({ type: 'step', step: 'connection' })
    }
    dispatch({ type: 'save failed', why: whyOf(error, t('act.noAnswer')) })
  }

  const create = async (): Promise<void> => {
    if (pickFaults(state.picks).size > 0 || state.saving) return
    dispatch({ type: 'saving' })
    try {
      const input = providerInput(state.preset?.id ?? '', form.getValues(), state.picks)
      const prices = pricesToSet(state.picks)
      const saved = await attempt((name) => saveProvider(input, prices, { otherwise, attempt: name }))
      await refresh()
      dispatch({ type: 'saved', ...saved })
    } catch (error) {
      refuse(error)
    }
  }

  const retryPrices = async (): Promise<void> => {
    if (state.saved === null) return
    const left = new Set(state.saved.unsaved.map(({ model }) => model))
    const prices = pricesToSet(state.picks).filter(({ model }) => left.has(model))
    dispatch({ type: 'saving' })
    const unsaved = await savePrices(prices, t('act.noAnswer'))
    await refresh()
    dispatch({ type: 'saved', provider: withPrices(state.saved.provider, prices, unsaved), unsaved })
  }
  return { create, retryPrices }
}
