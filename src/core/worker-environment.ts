/**
 * The environment of a thread of ours: nothing but where compiled code is kept, without which it would load a compiler of its own,
 * 17 MiB large. `kept` is node's folder for its own version in there.
 */
export function workerEnvironment(kept: string | undefined): Record<string, string> {
  return kept === undefined ? {} : { NODE_COMPILE_CACHE: kept.replace(/[/\\][^/\\]*$/, '') }
}
