import { useQuery } from '@tanstack/react-query'
import { adminListAudit, type AuditEvent } from '../../../../../src/contract/audit.ts'
import type { Marks } from '../../../charts/figures.ts'
import { useTexts } from '../../../i18n/use-texts.ts'
import { ask } from '../../../lib/query.ts'
import type { PeriodState } from '../../../lib/traffic/use-period.ts'
import { useFormat } from '../../../lib/use-format.ts'
import { CONFIGURING, marksOf } from './marks-of.ts'

/** As many changes as are marked: the newest, of which the legend tells where there are more. */
const MOST = 50

const KINDS = ['server', 'settings', 'provider', 'model', 'price'] as const

/** The deployments and changes of configuration within a period, for the buckets of a chart. None while they are not read: the chart stands without them. */
export function useMarks({ query: { from, to } }: PeriodState, intervalMs: number | false) {
  const t = useTexts('overview')
  const { when } = useFormat()
  const query = { from, to, action: [...CONFIGURING], outcome: ['done' as const], limit: MOST }
  const { data } = useQuery({ ...ask(adminListAudit, { query }), refetchInterval: intervalMs })
  const say = ({ at, target, actor }: AuditEvent) => {
    const kind = KINDS.find((one) => one === target.kind)
    const what = [kind && t(`marks.${kind}`), target.name ?? target.id].filter(Boolean).join(' ')
    return [when(at), what, actor?.name].filter(Boolean).join(' · ')
  }
  return (starts: readonly number[]): Marks | undefined =>
    data && {
      name: data.next === null ? t('marks.name') : t('marks.newest', { count: MOST }),
      at: marksOf(starts, data.items, say),
    }
}
