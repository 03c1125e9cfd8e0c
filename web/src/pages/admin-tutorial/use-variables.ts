import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { adminGetSettings, adminPatchSettings, type SettingsView } from '../../../../src/contract/admin-settings.ts'
import { getSite } from '../../../../src/contract/site.ts'
import { getTutorial } from '../../../../src/contract/tutorial.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { call } from '../../lib/call.ts'
import { withConsent } from '../../lib/consent.ts'
import { whyOf } from '../../lib/form-faults.ts'
import { ask, askAgain, takeAnswer } from '../../lib/query.ts'
import { toast } from '../../lib/toast.ts'
import { changesOf, type Variables } from './variables-form.ts'

/** The variables of the tutorial as they are and as they are filled in, and the way to save them. */
export function useVariables() {
  const t = useTexts('onboarding')
  const question = ask(adminGetSettings)
  const query = useQuery(question)
  const [draft, setDraft] = useState<Partial<Variables>>({})
  const [busy, setBusy] = useState(false)
  const changes = query.data === undefined ? {} : changesOf(query.data.values, draft)
  const save = async ({ version }: SettingsView) => {
    setBusy(true)
    try {
      const saved = await withConsent((consent) =>
        call(adminPatchSettings, { body: { values: changes, ...consent }, ifMatch: version }),
      )
      if (saved === undefined) return
      takeAnswer(question, saved)
      void askAgain(getSite, getTutorial)
      setDraft({})
      toast.success(t('users.saved'))
    } catch (error) {
      toast.error(t('users.failed'), whyOf(error, t('users.retry')))
      // Somebody else may have saved first: the next try starts from what is there now.
      void query.refetch()
    } finally {
      setBusy(false)
    }
  }
  return {
    query,
    draft,
    busy,
    changes,
    fill: (some: Partial<Variables>) => setDraft((now) => ({ ...now, ...some })),
    drop: () => setDraft({}),
    save,
  }
}
