import { useBlocker } from '@tanstack/react-router'
import { useCallback, useRef } from 'react'
import { useTexts } from '../../i18n/use-texts.ts'
import { confirm } from '../confirm.ts'

/** Asks before unsaved changes are left behind, until what it answers is called: they are saved. */
export function useUnsaved(isDirty: boolean): () => void {
  const t = useTexts('providers')
  // It is asked as the address changes, which may be before anything is drawn again.
  const saved = useRef(false)
  useBlocker({
    shouldBlockFn: async () =>
      isDirty &&
      !saved.current &&
      !(await confirm({
        variant: 'warning',
        title: t('model.leaveTitle'),
        message: t('model.leaveText'),
        confirmText: t('model.leave'),
        cancelText: t('model.stay'),
      })),
    enableBeforeUnload: () => isDirty && !saved.current,
  })
  return useCallback(() => {
    saved.current = true
  }, [])
}
