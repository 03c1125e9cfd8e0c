import { useEffect, useRef, type Dispatch } from 'react'
import { useWatch, type UseFormReturn } from 'react-hook-form'
import { adminProbeProvider } from '../../../../src/contract/providers.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { CallError } from '../../lib/call-error.ts'
import { call } from '../../lib/call.ts'
import { placeFaults, whyOf } from '../../lib/form-faults.ts'
import { probeEach } from '../../lib/provider/probe-each.ts'
import { probesOf, probeSubject, type ConnectionForm } from './connection.ts'
import type { Wizard, WizardAction } from './wizard.ts'

/** Tries what is typed before it is saved. */
export function useProbe(state: Wizard, dispatch: Dispatch<WizardAction>, form: UseFormReturn<ConnectionForm>) {
  const t = useTexts('providers')
  const typed = useWatch({ control: form.control })
  const waiting = useRef<AbortController>(undefined)
  useEffect(() => () => waiting.current?.abort(), [])
  const preset = state.preset?.id ?? ''
  const last = state.test.state === 'answered' ? state.test : null
  const stale = last !== null && last.subject !== probeSubject(preset, typed as ConnectionForm)

  // A submission, not a bare check: from now on faults vanish as they are mended, and not at a blur, when the page would move under the pointer.
  const isValid = () =>
    new Promise<boolean>((resolve) => {
      void form.handleSubmit(
        () => resolve(true),
        () => resolve(false),
      )()
    })

  /** Asks the upstreams with each secret that is typed; whether any of them answered well. */
  const test = async (): Promise<boolean> => {
    if (!(await isValid())) return false
    const values = form.getValues()
    const asked = new AbortController()
    waiting.current?.abort()
    waiting.current = asked
    dispatch({ type: 'testing' })
    try {
      const probes = await probeEach(probesOf(preset, values), ({ body }) =>
        call(adminProbeProvider, { body, signal: asked.signal }),
      )
      dispatch({ type: 'tested', probes, subject: probeSubject(preset, values) })
      return probes.results.some(({ ok }) => ok)
    } catch (error) {
      if (asked.signal.aborted) return false
      if (error instanceof CallError) placeFaults(form, error.fields)
      dispatch({ type: 'test failed', why: whyOf(error, t('act.noAnswer')) })
      return false
    }
  }

  /** Goes on once an upstream has answered to what is typed now. */
  const next = async (): Promise<void> => {
    if (!(await isValid())) return
    const current = last !== null && last.subject === probeSubject(preset, form.getValues())
    const passed = current ? last.probes.results.some(({ ok }) => ok) : await test()
    if (passed) dispatch({ type: 'step', step: 'models' })
  }

  /** Goes on although no upstream answered: it may only be reachable later. */
  const skip = async (): Promise<void> => {
    if (await isValid()) dispatch({ type: 'step', step: 'models' })
  }
  return { stale, test, next, skip, stop: () => waiting.current?.abort() }
}
