import type { Profiler } from 'node:inspector'

/** A function with everything that was called from there, in microseconds of samples. */
export type Frame = { name: string; file: string; us: number; called: Frame[] }

/** Whose name is not known. */
export const ANONYMOUS = '(anonymous)'

/** What a thread does while it does nothing. */
const IDLE: ReadonlySet<string> = new Set(['(idle)', '(program)'])
/** Whoever takes the samples is no part of the gateway. */
const SAMPLER = /^bench\/flames\//

/** Puts the samples of a thread together by who called whom; what waited is left out, and so is whoever took them. */
export function stacksOf(thread: string, { nodes, samples = [], timeDeltas = [] }: Profiler.Profile): Frame {
  const own = new Map<number, number>()
  for (const [i, id] of samples.entries()) own.set(id, (own.get(id) ?? 0) + (timeDeltas[i] ?? 0))
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const frameOf = (node: Profiler.ProfileNode): Frame => {
    const called = merged((node.children ?? []).flatMap((id) => byId.get(id) ?? []).map(frameOf))
    const { functionName, url, lineNumber } = node.callFrame
    const us = (own.get(node.id) ?? 0) + called.reduce((sum, frame) => sum + frame.us, 0)
    return { name: functionName || ANONYMOUS, file: placeOf(url, lineNumber), us, called }
  }
  const [root] = nodes
  const called = root ? frameOf(root).called.filter(({ name, file }) => !IDLE.has(name) && !SAMPLER.test(file)) : []
  return { name: thread, file: '', us: called.reduce((sum, { us }) => sum + us, 0), called }
}

/** Calls of one function from one place are one frame, whichever of V8's nodes they are in; the largest first. */
function merged(frames: readonly Frame[]): Frame[] {
  const found = new Map<string, Frame>()
  for (const frame of frames) {
    const key = `${frame.name} ${frame.file}`
    const same = found.get(key)
    if (!same) found.set(key, frame)
    else found.set(key, { ...same, us: same.us + frame.us, called: merged([...same.called, ...frame.called]) })
  }
  return [...found.values()].sort((a, b) => b.us - a.us)
}

/** Where a function stands, without the folders of this machine. */
function placeOf(url: string, line: number): string {
  const inside = /\/((?:src|bench|node_modules)\/[^?]*)/.exec(url)?.[1]
  if (inside) return `${inside.replace(/^node_modules\/(?:.*\/node_modules\/)?/, '')}:${line + 1}`
  return url.startsWith('node:') ? url : ''
}
