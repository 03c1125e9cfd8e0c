import type { AuditEvent } from '../../../../../src/contract/audit.ts'

/** Acts that change how requests are answered or what they cost. */
export const CONFIGURING = [
  'server.started',
  'settings.changed',
  'provider.created',
  'provider.changed',
  'provider.deleted',
  'provider.limits_changed',
  'model.created',
  'model.changed',
  'model.deleted',
  'price.set',
  'price.multiplied',
  'price.synced',
  'price.imported',
] as const

/** What each bucket has of the events, newest last as they come newest first; `starts` are the buckets' in epoch milliseconds. */
export function marksOf(
  starts: readonly number[],
  events: readonly AuditEvent[],
  say: (event: AuditEvent) => string,
): string[][] {
  const at = starts.map((): string[] => [])
  for (const event of events) at[starts.findLastIndex((start) => start <= Date.parse(event.at))]?.unshift(say(event))
  return at
}
