import type { Incident } from '../contract/catalogue.ts'
import { percentile } from '../core/histogram.ts'
import { iso } from '../core/time.ts'
import type { Health } from '../store/health.ts'
import { type Observed, together } from '../store/observation.ts'
import { availabilityOf, failureOf, isSerious, judged, SERIOUS, type Usual, usualOf } from './health-view.ts'

/** The grid the stretches are on. */
type Grid = { from: number; stepMs: number }

type Run = { first: number; last: number }

/** What was seen of a provider, step by step, and of what it was asked of each model. */
type Seen = { steps: readonly Observed[]; ofModels: ReadonlyMap<string, readonly Observed[]> }

/** The incidents of a provider; models are asked about only where something was wrong. */
export async function readIncidents(
  health: Pick<Health, 'series'>,
  providerId: string,
  steps: readonly Observed[],
  grid: Grid & { to: number },
): Promise<Incident[]> {
  const usual = usualOf(steps)
  if (steps.every((seen) => judged(seen, usual).trouble === null)) return []
  const ofModels = await health.series({ ...grid, by: 'model', providers: [providerId] })
  return incidentsOf(providerId, { steps, ofModels }, grid)
}

/** The times in which a provider did not do as usual, the latest first: more than chance, and not ended by a stretch without requests. */
export function incidentsOf(providerId: string, { steps, ofModels }: Seen, { from, stepMs }: Grid): Incident[] {
  const usual = usualOf(steps)
  const states = steps.map((seen) => judged(seen, usual).state)
  const lastSeen = states.findLastIndex((state) => state !== 'none')
  return runsOf(states).flatMap((run) => {
    const parts = steps.slice(run.first, run.last + 1)
    if (together(parts).failed < SERIOUS && !parts.some((part) => isSerious(part, usual))) return []
    const lasts = run.last === lastSeen && steps.length - run.last <= LASTING
    return {
      provider_id: providerId,
      from: iso(from + run.first * stepMs),
      to: lasts ? null : iso(from + (run.last + 1) * stepMs),
      severe: states.slice(run.first, run.last + 1).includes('failed'),
      ...told(parts, usual),
      models: affected(ofModels, run),
    }
  })
}

/** An incident at whose end nobody asks any more is over after so many stretches. */
const LASTING = 3

function runsOf(states: readonly string[]): Run[] {
  const runs: Run[] = []
  let open: Run | null = null
  for (const [step, state] of states.entries()) {
    if (state === 'none') continue
    if (state === 'ok') open = null
    else if (open) open.last = step
    else runs.unshift((open = { first: step, last: step }))
  }
  return runs
}

/** The models that did badly over a run by what is usual for each; where none did more than by chance, those that failed at all. */
function affected(ofModels: Seen['ofModels'], { first, last }: Run): string[] {
  const models = [...ofModels].map(([model, steps]) => {
    const seen = together(steps.slice(first, last + 1))
    return { model, seen, ill: judged(seen, usualOf(steps)).trouble !== null }
  })
  const ill = models.filter((one) => one.ill)
  return (ill.length > 0 ? ill : models.filter(({ seen }) => seen.failed > 0))
    .toSorted((a, b) => b.seen.failed - a.seen.failed || a.model.localeCompare(b.model))
    .map(({ model }) => model)
}

type Told = Pick<Incident, 'trouble' | 'failed_share' | 'first_token_p50' | 'usual_first_token_p50'>

function told(parts: readonly Observed[], usual: Usual): Told {
  const all = together(parts)
  const available = availabilityOf(all)
  const onlySlow = parts.every((part) => (judged(part, usual).trouble ?? 'slow') === 'slow')
  return {
    trouble: onlySlow ? 'slow' : failureOf(all),
    failed_share: available === null ? null : 1 - available,
    first_token_p50: percentile(all.firstTokens, 0.5),
    usual_first_token_p50: usual,
  }
}
