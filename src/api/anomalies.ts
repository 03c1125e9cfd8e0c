import { ANOMALY_METRICS, type Anomaly } from '../contract/anomalies.ts'
import { HOUR_MS, hourOf, iso } from '../core/time.ts'
import type { SubjectKind, SubjectSpans } from '../store/usage-days.ts'
import { type Span, startOfDay } from '../store/zone.ts'
import { compare, RULES } from './anomaly-rules.ts'
import type { Handlers } from './call.ts'
import type { Deps } from './deps.ts'
import { requireZone } from './zone.ts'

/** What of today is unlike the days before. */
export function anomalyHandlers({ store, clock }: Deps): Pick<Handlers, 'adminAnomalies'> {
  return {
    adminAnomalies: async ({ query }) => {
      requireZone('tz', query.tz)
      const now = clock.now()
      const spans = spansOf(now, query.tz)
      const kinds = new Map(
        ANOMALY_METRICS.flatMap((metric) => RULES[metric].of).map((of) => [nameOf(of), of] as const),
      )
      const read = new Map<string, readonly SubjectSpans[]>()
      for (const [name, of] of kinds) read.set(name, await store.usage.ofSpans(spans, of))
      return { ...judged(read), next: null, as_of: iso(now) }
    },
  }
}

const DAYS = 7
/** A page shows no more. */
const MOST = 50

const nameOf = (of: readonly SubjectKind[]) => of.join(' ')

/** Today and the seven days before up to the same time; of the hour that is going on, the days before had all. */
function spansOf(now: number, zone: string): Span[] {
  const elapsedMs = hourOf(now) + HOUR_MS - startOfDay(now, zone)
  return Array.from({ length: DAYS + 1 }, (_, at) => {
    const from = startOfDay(now, zone, DAYS - at)
    return { from, to: from + elapsedMs }
  })
}

function judged(read: ReadonlyMap<string, readonly SubjectSpans[]>): { items: Anomaly[]; compared: number } {
  const items: Anomaly[] = []
  let compared = 0
  for (const metric of ANOMALY_METRICS) {
    for (const { subject, sums } of RULES[metric].of.flatMap((of) => read.get(nameOf(of)) ?? [])) {
      const found = compare(metric, sums)
      if (!found) continue
      compared += 1
      const { value, usual, judged: verdict } = found
      if (verdict) items.push({ metric, subject, value, usual, ...verdict })
    }
  }
  return { items: items.toSorted(worstFirst).slice(0, MOST), compared }
}

function worstFirst(one: Anomaly, other: Anomaly): number {
  const critical = Number(other.severity === 'critical') - Number(one.severity === 'critical')
  return critical === 0 ? distance(other) - distance(one) : critical
}

/** How far from the usual: half of it is as far as twice of it. */
function distance({ factor }: Anomaly): number {
  return factor === null || factor <= 0 ? Infinity : Math.max(factor, 1 / factor)
}
