import { use } from 'react'
import { useLocale } from '../lib/locale.ts'
import { hasTexts, loadTexts, textsOf, type Namespace, type Texts } from './texts.ts'

// React reads a promise that says so itself at once, without suspending.
const READY = Object.assign(Promise.resolve(), { status: 'fulfilled', value: undefined })

/** The texts of a namespace in the current language; suspends while they load. */
export function useTexts<N extends Namespace>(ns: N): Texts<N> {
  const language = useLocale()
  // In every render, because React wants to see `use` again after it has suspended.
  use(hasTexts(ns, language) ? READY : loadTexts(ns))
  return textsOf(ns, language)
}
