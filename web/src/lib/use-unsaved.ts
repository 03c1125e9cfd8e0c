import { useEffect, useLayoutEffect, useRef } from 'react'
import { useTexts } from '../i18n/use-texts.ts'
import { confirm } from './confirm.ts'
import { useHolder } from './use-holder.ts'

/** How something that is filled in is left. */
export type WaysOut = {
  /** Escape, the cross, a press beside it, the button that gives up: asks first where something would be lost. */
  leave: () => void
  /** It is saved, or what it was about is gone: nothing is asked any more. */
  settle: () => void
  /** The same, and out. */
  done: () => void
}

/** Asks before what is `dirty` is thrown away, by the ways out that it gives, by the browser's back and by every other address; of a page, which has no `onClose`, another page alone leads away. */
export function useUnsaved(dirty: boolean, onClose?: () => void): WaysOut {
  const t = useTexts('common')
  // The address may change before anything is drawn again: that it is settled must be known at once.
  const settled = useRef(false)
  useEffect(() => {
    settled.current = false
  }, [dirty])
  const asks = () => dirty && !settled.current
  const stays = async () =>
    asks() &&
    !(await confirm({
      // What is thrown away does not come back: Enter right behind Escape must keep it.
      variant: 'danger',
      title: t('unsaved.title'),
      message: t('unsaved.text'),
      confirmText: t('unsaved.leave'),
      cancelText: t('unsaved.stay'),
    }))
  useHolder({
    asks,
    // At the sign-in page the session is over, and nothing could be saved any more.
    holds: (from, to) => asks() && (onClose !== undefined || from !== to) && to !== '/login',
    stays,
  })
  const settle = () => {
    settled.current = true
  }
  const done = () => {
    settle()
    onClose?.()
  }
  const leave = async () => {
    if (!(await stays())) done()
  }
  return { leave: () => void leave(), settle, done }
}

/** Tells the drawer around a form whether the form is `dirty`, for as long as it stands there. */
export function useTellDirty(dirty: boolean, onDirty: (dirty: boolean) => void): void {
  // Before anything else can happen: an Escape right behind the first letter must be asked about too.
  useLayoutEffect(() => {
    onDirty(dirty)
    return () => onDirty(false)
  }, [dirty, onDirty])
}
