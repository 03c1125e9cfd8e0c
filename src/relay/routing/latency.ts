import { Latest } from '../../core/latest.ts'

/** The usual time to the first content of each endpoint and model: a mean in which older measurements fade. */
export type Latencies = {
  get(key: LatencyKey): number | undefined
  add(key: LatencyKey, ms: number): void
  /** Takes a silence that was not waited out for a measurement, where it is longer than usual. */
  addSilence(key: LatencyKey, ms: number): void
}

/** Whose figure it is. Streams and whole answers are apart: the first content of a whole answer comes when all of it is there. */
export type LatencyKey = { endpointId: string; model: string; stream: boolean }

/** What the newest measurement counts: after about ten, the one before them is forgotten. */
const SHARE = 0.2
/** More pairs than any operator has; beyond it the pair that was measured longest ago is forgotten. */
const MOST = 10_000

/** Keeps the means in memory; a new process measures anew. */
export function createLatencies(): Latencies {
  const means = new Latest<string, number>(MOST)
  const name = ({ endpointId, model, stream }: LatencyKey) => `${endpointId} ${stream} ${model}`
  const get = (key: LatencyKey) => means.get(name(key))
  function add(key: LatencyKey, ms: number): void {
    const known = get(key)
    means.set(name(key), known === undefined ? ms : known + SHARE * (ms - known))
  }
  return {
    get,
    add,
    addSilence(key, ms) {
      if (ms > (get(key) ?? 0)) add(key, ms)
    },
  }
}
