import type { JobReport } from '../core/jobs.ts'
import { faultFields, type Log } from '../telemetry/log.ts'

/** Deletes a batch of what is older, and answers how many there were. */
type Delete = (before: number) => Promise<number>

/** `now` is epoch milliseconds; once the signal fires, no further batch is begun. */
export type Retaining = {
  now: number
  /** What is deleted, and from what age on, in milliseconds. */
  kinds: Record<string, { olderThanMs: number; remove: Delete }>
  signal: AbortSignal
  log: Pick<Log, 'error'>
}

/**
 * Deletes what is old, a batch at a time; says how many of each kind. One that cannot be deleted keeps no other. Throws once the signal
 * fires, for what is left is not to wait for another night.
 */
export async function retain({ now, kinds, signal, log }: Retaining): Promise<{ ok: boolean; said: JobReport }> {
  const said: JobReport = {}
  let ok = true
  for (const [kind, { olderThanMs, remove }] of Object.entries(kinds)) {
    try {
      said[kind] = await removeAll(() => remove(now - olderThanMs), signal)
    } catch (error) {
      log.error('what is old cannot be deleted', { reason: kind, ...faultFields(error) })
      said[kind] = 'failed'
      ok = false
    }
    signal.throwIfAborted()
  }
  return { ok, said }
}

async function removeAll(removeBatch: () => Promise<number>, signal: AbortSignal): Promise<number> {
  let deleted = 0
  for (let more = true; more && !signal.aborted;) {
    const batch = await removeBatch()
    deleted += batch
    more = batch > 0
  }
  return deleted
}
