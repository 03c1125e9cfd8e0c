import type { LimitView } from '../../../../src/contract/limits.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { useFormat } from '../../lib/use-format.ts'
import { useLimitWords } from './use-limit-words.ts'

/** Tells what was used of each limit in one line, to the last digit where a table shortens it. */
export function useUsedWords(): (limits: readonly LimitView[]) => string {
  const t = useTexts('limits')
  const { exact, usdExact } = useFormat()
  const { name, max } = useLimitWords()
  const told = (limit: LimitView) =>
    limit.metric === 'cost'
      ? { used: usdExact(limit.used), max: max(limit) }
      : { used: exact(limit.used), max: exact(limit.max) }
  return (limits) =>
    limits.length === 0 ? t('none') : limits.map((limit) => `${name(limit)} ${t('of', told(limit))}`).join(' · ')
}
