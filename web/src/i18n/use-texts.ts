import { use } from 'react'
import { useLocale } from '../lib/locale.ts'
import { hasTexts, loadTexts, textsOf, type Namespace, type Texts } from './texts.ts'

/** The texts of a namespace in the current language; suspends while they load. */
export function useTexts<N extends Namespace>(ns: N): Texts<N> {
  const language = useLocale()
  if (!hasTexts(ns, language)) use(loadTexts(ns))
  return textsOf(ns, language)
}
