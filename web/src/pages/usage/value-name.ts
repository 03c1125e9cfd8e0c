import type { Dimension } from '../../../../src/contract/usage.ts'
import { groupName } from '../../lib/traffic/group-name.ts'
import { isPrivate, useMask } from '../../lib/traffic/privacy.ts'
import { useTexts } from '../../i18n/use-texts.ts'

const OUTCOMES = ['succeeded', 'failed', 'cancelled', 'refused', '429', '4xx', '5xx'] as const

/** What a value of a dimension is called: states in words, and a word where a request had no model or provider. */
export function useValueName(): (dimension: Dimension, id: string | null, given: string) => string {
  const t = useTexts('usage')
  const charts = useTexts('charts')
  const mask = useMask()
  return (dimension, id, given) => {
    if (dimension === 'status' && id !== null) {
      const known = OUTCOMES.find((outcome) => outcome === id)
      return known === undefined ? given : t(`outcome.${known}`)
    }
    const nameless = id === null || given === ''
    return isPrivate(dimension) && !nameless ? mask(given) : groupName(id, given, charts)
  }
}
