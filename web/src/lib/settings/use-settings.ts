import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { adminGetSettings, adminPatchSettings, type SettingsView } from '../../../../src/contract/admin-settings.ts'
import type { SettingKey } from '../../../../src/contract/settings.ts'
import { getSite } from '../../../../src/contract/site.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { call } from '../call.ts'
import { CallError } from '../call-error.ts'
import { withConsent } from '../consent.ts'
import { whyOf } from '../form-faults.ts'
import { useKept } from '../kept.ts'
import { ask, askAgain, takeAnswer } from '../query.ts'
import { toast } from '../toast.ts'
import { changesOf, faultsIn, patchOf, type Change, type Draft, type Drafts } from './draft.ts'

/** All settings, what was filled in on a page and not saved yet, and the way to save it; drafts stay while one looks at other sections. */
export function useSettings(page: 'system' | 'routing') {
  const t = useTexts('config')
  const question = ask(adminGetSettings)
  const query = useQuery(question)
  const [drafts, setDrafts] = useState<Drafts>({})
  useKept<Drafts>(`settings:${page}`, { typed: () => drafts, lay: setDrafts })
  const [faults, setFaults] = useState<Partial<Record<SettingKey, string>>>({})
  const [busy, setBusy] = useState(false)
  const drop = (keys: readonly SettingKey[]) => {
    setDrafts((now) => without(now, keys))
    setFaults((now) => without(now, keys))
  }
  const save = async (view: SettingsView, changes: readonly Change[]) => {
    setBusy(true)
    try {
      const values = patchOf(changes)
      const saved = await withConsent((consent) =>
        call(adminPatchSettings, { body: { values, ...consent }, ifMatch: view.version }),
      )
      if (saved === undefined) return
      takeAnswer(question, saved)
      // Name, address and money are told to every page.
      void askAgain(getSite)
      // What was filled in anew while it was being saved is not saved yet.
      setDrafts((now) =>
        without(
          now,
          namesOf(changes).filter((key) => now[key] === drafts[key]),
        ),
      )
      setFaults((now) => without(now, namesOf(changes)))
      toast.success(t('saved'))
    } catch (error) {
      if (error instanceof CallError) setFaults((now) => ({ ...now, ...faultsIn(error.fields) }))
      toast.error(t('failed'), whyOf(error, t('retry')))
      // Somebody else may have saved first: the next try starts from what is there now.
      void query.refetch()
    } finally {
      setBusy(false)
    }
  }
  return {
    query,
    drafts,
    faults,
    busy,
    changes: query.data === undefined ? [] : changesOf(query.data.values, drafts),
    fill: (key: SettingKey, draft: Draft) => {
      setDrafts((now) => ({ ...now, [key]: draft }))
      setFaults((now) => without(now, [key]))
    },
    drop,
    save,
  }
}

/** What `useSettings` gives: the settings as they are, the drafts in the memory of the page, and the ways to save and drop them. */
export type Settings = ReturnType<typeof useSettings>

const namesOf = (changes: readonly Change[]): SettingKey[] => changes.map(({ key }) => key)

function without<T>(of: Readonly<Partial<Record<SettingKey, T>>>, keys: readonly SettingKey[]) {
  return Object.fromEntries(Object.entries(of).filter(([key]) => !keys.includes(key as SettingKey))) as Partial<
    Record<SettingKey, T>
  >
}
