import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery } from '@tanstack/react-query'
import { useReducer } from 'react'
import { useForm } from 'react-hook-form'
import { adminListModels } from '../../../../src/contract/models.ts'
import type { Preset } from '../../../../src/contract/presets.ts'
import { adminListProviders } from '../../../../src/contract/providers.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { useLocale } from '../../lib/locale.ts'
import { useKept } from '../../lib/kept.ts'
import { ask } from '../../lib/query.ts'
import { connectionForm, connectionOf, type ConnectionForm } from './connection.ts'
import { useProbe } from './use-probe.ts'
import { useSave } from './use-save.ts'
import { newWizard, wizard, type KeptWizard } from './wizard.ts'

/** The wizard's state, its form, and the calls between its steps. */
export function useWizard() {
  const t = useTexts('providers')
  const locale = useLocale() === 'en' ? 'en' : 'zh'
  const providers = useQuery(ask(adminListProviders)).data?.items ?? []
  const catalogue = useQuery(ask(adminListModels)).data?.items ?? []
  const [state, dispatch] = useReducer(wizard, newWizard)
  const form = useForm<ConnectionForm>({ resolver: zodResolver(connectionForm) })
  const kept = useKept<KeptWizard & { connection: ConnectionForm }>('provider:new', {
    typed: () => {
      const { step, preset, picks, saved } = state
      return preset === null || saved !== null ? null : { step, preset, picks, connection: form.getValues() }
    },
    lay: ({ connection, ...decided }) => {
      form.reset(connection)
      dispatch({ type: 'kept', decided })
    },
  })
  const probe = useProbe(state, dispatch, form)
  const save = useSave(state, dispatch, form)

  const choose = (preset: Preset) => {
    probe.stop()
    if (preset.id !== state.preset?.id) form.reset(connectionOf(preset, locale, providers, t('connection.main')))
    dispatch({ type: 'preset', preset })
  }
  const again = () => dispatch({ type: 'again' })
  return { state, dispatch, form, kept, providers, catalogue, choose, again, ...probe, ...save }
}
