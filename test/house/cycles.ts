import { type Breach, type House, isShipped } from './house.ts'
import type { Source } from './source.ts'

/**
 * Each cycle of imports among files that ship, reported once at the file it was entered by. Types are left out: they are gone
 * before anything runs, and a half that is loaded later may take its props' type from the half that loads it.
 */
export function noCycle({ sources }: House): Breach[] {
  const shipped = sources.filter(({ path }) => isShipped(path))
  const files = new Map(shipped.map((source) => [source.path, source]))
  const done = new Set<string>()
  return shipped.flatMap((source) => {
    const cycle = done.has(source.path) ? undefined : cycleFrom(source, files, { done, trail: [] })
    return cycle ? [{ path: cycle[0] ?? source.path, line: 1, why: cycle.join(' → ') }] : []
  })
}

type Walk = { done: Set<string>; trail: readonly string[] }

function cycleFrom(source: Source, files: ReadonlyMap<string, Source>, { done, trail }: Walk): string[] | undefined {
  const seenAt = trail.indexOf(source.path)
  if (seenAt >= 0) return [...trail.slice(seenAt), source.path]
  if (done.has(source.path)) return undefined
  done.add(source.path)
  const walk = { done, trail: [...trail, source.path] }
  for (const { target, typeOnly } of source.imports) {
    const next = target === undefined || typeOnly ? undefined : files.get(target)
    const cycle = next && cycleFrom(next, files, walk)
    if (cycle) return cycle
  }
  return undefined
}
