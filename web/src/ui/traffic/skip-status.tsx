import type { ReactNode } from 'react'
import { useTexts } from '../../i18n/use-texts.ts'
import { type Skip, skipOf } from '../../lib/traffic/skip-words.ts'
import { Status } from '../status.tsx'

type Props = Skip & {
  /** How long it still rests, or rested. */
  children?: ReactNode
}

/** Why somebody is not asked, the same wherever it is told. */
export function SkipStatus({ children, ...skip }: Props) {
  const { state, words } = skipOf(skip, useTexts('requests'))
  return (
    <Status state={state}>
      {words}
      {children}
    </Status>
  )
}
