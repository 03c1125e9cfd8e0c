import { Latest } from '../../core/latest.ts'
import { MINUTE_MS } from '../../core/time.ts'

/** The usual time to the first content of each endpoint and model: a mean in which older measurements fade. */
export type Latencies = {
  /** Undefined until it has been measured, and when that is too long ago to say anything of now. */
  get(key: LatencyKey): number | undefined
  add(key: LatencyKey, ms: number): void
  /** Takes a silence that was not waited out for a measurement, where it is longer than usual. */
  addSilence(key: LatencyKey, ms: number): void
  /** Notes that a request is about to measure it: until that has, or has failed to, an old figure is good enough for others. */
  measuring(key: LatencyKey): void
}

/** Whose figure it is. Streams and whole answers are apart: the first content of a whole answer comes when all of it is there. */
export type LatencyKey = { endpointId: string; model: string; stream: boolean }

/** What the newest measurement counts: after about ten, the one before them is forgotten. */
const SHARE = 0.2
/** More models than any operator has, and more endpoints of each; beyond it what was measured longest ago is forgotten. */
const MOST = { models: 5000, endpoints: 100 }
/**
 * Only who is asked is measured, so that a mean grows old when somebody else looks better. Where little is asked nobody would be
 * new for long, and the slow ones be asked as often as the quick: hence both, time and answers of others.
 */
const OLD = { ms: 10 * MINUTE_MS, answers: 20 }

/** `nth`: how many answers the model had given by then; `anew`: what comes next is not mixed with it. */
type Mean = { ms: number; atMs: number; nth: number; anew: boolean }
type OfModel = { answers: number; means: Latest<string, Mean> }

/** Keeps the means in memory; a new process measures anew. */
export function createLatencies(monotonicMs: () => number): Latencies {
  const models = new Latest<string, OfModel>(MOST.models)
  const nameOf = ({ model, stream }: LatencyKey) => `${stream} ${model}`
  const find = (key: LatencyKey) => {
    const of = models.get(nameOf(key))
    const mean = of?.means.get(key.endpointId)
    return of && mean ? { of, mean } : null
  }
  const isOld = ({ of, mean }: { of: OfModel; mean: Mean }) =>
    of.answers - mean.nth >= OLD.answers && monotonicMs() - mean.atMs >= OLD.ms
  function add(key: LatencyKey, ms: number): void {
    const name = nameOf(key)
    const of: OfModel = models.get(name) ?? { answers: 0, means: new Latest(MOST.endpoints) }
    const mean = of.means.get(key.endpointId)
    const before = mean && !mean.anew && !isOld({ of, mean }) ? mean.ms : ms
    of.answers += 1
    const latest = { ms: before + SHARE * (ms - before), atMs: monotonicMs(), nth: of.answers, anew: false }
    of.means.set(key.endpointId, latest)
    models.set(name, of)
  }
  return {
    get(key) {
      const known = find(key)
      return known && !isOld(known) ? known.mean.ms : undefined
    },
    add,
    addSilence(key, ms) {
      if (ms > (find(key)?.mean.ms ?? 0)) add(key, ms)
    },
    measuring(key) {
      const known = find(key)
      if (known && isOld(known)) Object.assign(known.mean, { atMs: monotonicMs(), nth: known.of.answers, anew: true })
    },
  }
}
