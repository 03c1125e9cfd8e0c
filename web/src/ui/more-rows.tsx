import { useState, type ReactNode } from 'react'
import { useTexts } from '../i18n/use-texts.ts'
import { Button } from './button.tsx'

/** More rows than these are drawn when they are asked for: hundreds of them would keep every press waiting. */
const AT_ONCE = 100

/** The first rows of a list that is here in full, and the button that draws more of them; null where there are no more. */
export function useMoreRows<Row>(all: readonly Row[]): { shown: readonly Row[]; more: ReactNode } {
  const t = useTexts('ui')
  const [most, setMost] = useState(AT_ONCE)
  const hidden = Math.max(0, all.length - most)
  return {
    shown: hidden === 0 ? all : all.slice(0, most),
    more: hidden > 0 && (
      <Button small onClick={() => setMost(most + AT_ONCE)}>
        {t('rows.more', { count: Math.min(hidden, AT_ONCE), all: hidden })}
      </Button>
    ),
  }
}
