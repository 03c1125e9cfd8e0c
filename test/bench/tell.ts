// Loaded before a program: tells its parent, whenever asked, what the program has used.
import { type GCProfilerResult, GCProfiler, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

export type Question = 'cpu' | 'watch' | 'kept' | 'held'

const collections = new GCProfiler()

const answers: Record<Question, () => number> = {
  /** Processor time in microseconds, all threads together. */
  cpu() {
    const { user, system } = process.cpuUsage()
    return user + system
  },
  /** Collects everything first: what lives at this moment is old from now on, and young objects may hang on to it. */
  watch() {
    collectAll()
    collections.start()
    return 0
  },
  /** Which share of what was made since `watch` the collector of young objects has kept as if it were to last. */
  kept: () => keptShare(collections.stop()),
  /** What is alive at this moment, in bytes: objects, and what lies outside the heap. */
  held() {
    collectAll()
    const { heapUsed, arrayBuffers } = process.memoryUsage()
    return heapUsed + arrayBuffers
  },
}

/** Twice: what the first collection finds dead may have kept something else, and memory outside the heap is given back by the next one. */
function collectAll(): void {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc(); gc()')
}

process.on('message', (question: Question) => process.send?.(answers[question]()))
// Being asked is no reason to stay.
process.channel?.unref()

type Collection = GCProfilerResult['statistics'][number]

function keptShare({ statistics }: GCProfilerResult): number {
  let kept = 0
  let made = 0
  let before: Collection | undefined
  for (const one of statistics) {
    if (before) made += usedIn('new_space', one.beforeGC) - usedIn('new_space', before.afterGC)
    if (before && one.gcType === 'Scavenge')
      kept += usedIn('old_space', one.afterGC) - usedIn('old_space', one.beforeGC)
    before = one
  }
  return kept / made
}

function usedIn(space: string, { heapSpaceStatistics: spaces }: Collection['beforeGC']): number {
  return spaces.find(({ spaceName }) => spaceName === space)?.spaceUsedSize ?? NaN
}
