import type { Dimension } from '../../../../src/contract/usage.ts'
import { isPrivate, useMask } from '../../lib/traffic/privacy.ts'
import { useTexts } from '../../i18n/use-texts.ts'

const OUTCOMES = ['succeeded', 'failed', 'cancelled', 'refused', '429', '4xx', '5xx'] as const

/** What a value of a dimension is called: states in words, and a word where a request had no model or provider. */
export function useValueName(): (dimension: Dimension, id: string | null, given: string) => string {
  const t = useTexts('usage')
  const charts = useTexts('charts')
  const mask = useMask()
  return (dimension, id, given) => {
    if (id === null) return charts('others')
    if (dimension === 'status') {
      const known = OUTCOMES.find((outcome) => outcome === id)
      return known === undefined ? given : t(`outcome.${known}`)
    }
    if (given === '') return t('noValue')
    return isPrivate(dimension) ? mask(given) : given
  }
}
