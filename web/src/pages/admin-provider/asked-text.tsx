import { useQuery } from '@tanstack/react-query'
import type { Totals } from '../../../../src/contract/usage.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { askBreakdown } from '../../lib/traffic/ask.ts'
import { successShare } from '../../lib/traffic/figures.ts'
import { useFormat } from '../../lib/use-format.ts'
import { useRange } from './use-range.ts'

/** What each of a provider's endpoints or credentials answered; null for nothing, undefined while that is not known. */
export function useAsked(provider: string, by: 'endpoint' | 'credential'): (id: string) => Totals | null | undefined {
  const { own } = useRange(provider)
  const rows = useQuery(askBreakdown('admin', { ...own, by })).data?.items
  const known = new Map(rows?.map(({ id, current }) => [id, current]))
  return (id) => (rows === undefined ? undefined : (known.get(id) ?? null))
}

/** How many requests ended there, and which share of them well. */
export function AskedText({ asked }: { asked: Totals | null | undefined }) {
  const t = useTexts('offers')
  const { count, percent } = useFormat()
  if (asked === undefined) return null
  const requests = asked?.requests ?? 0
  const share = asked && successShare(asked)
  const told = t('mapping.requests', { count: requests, n: count(requests) })
  return (
    <span className="n">{share === null ? told : `${told} · ${t('asked.success', { share: percent(share) })}`}</span>
  )
}
