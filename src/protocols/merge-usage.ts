import type { Json } from '../core/json.ts'

/** Merges what an answer tells of its usage: each field that is told replaces the former value, nothing is added (wire.md §0.13). */
export function mergeUsage(former: Json, told: Json): Json {
  const merged = { ...former }
  for (const [key, value] of Object.entries(told)) if (value !== null && value !== undefined) merged[key] = value
  return merged
}
