import { z } from 'zod'

const kept = z.looseObject({ 'capture.enabled': z.boolean().nullable() })

/** Settings as a file of an earlier version has them, under the names of today. */
export function settingsOfToday(settings: unknown): unknown {
  const before = kept.safeParse(settings)
  if (!before.success) return settings
  const { 'capture.enabled': enabled, ...rest } = before.data
  return { 'capture.level': enabled === null ? null : enabled ? 'FULL' : 'BASIC', ...rest }
}
