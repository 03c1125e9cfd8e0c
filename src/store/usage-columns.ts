import type { Usage } from '../core/usage.ts'
import type { UsageColumns } from './schema-requests.ts'

/** A usage as the columns of a row. */
export function toUsageColumns(usage: Usage): UsageColumns {
  return {
    input: usage.input,
    cache_read: usage.cacheRead,
    cache_write_5m: usage.cacheWrite5m,
    cache_write_1h: usage.cacheWrite1h,
    output: usage.output,
    reasoning: usage.reasoning,
    audio_in: usage.audioIn,
    audio_out: usage.audioOut,
    image_in: usage.imageIn,
    image_out: usage.imageOut,
    used_requests: usage.requests,
    searches: usage.searches,
  }
}

/** A usage as the columns of a row say. */
export function toUsage(row: UsageColumns): Usage {
  return {
    input: row.input,
    cacheRead: row.cache_read,
    cacheWrite5m: row.cache_write_5m,
    cacheWrite1h: row.cache_write_1h,
    output: row.output,
    reasoning: row.reasoning,
    audioIn: row.audio_in,
    audioOut: row.audio_out,
    imageIn: row.image_in,
    imageOut: row.image_out,
    requests: row.used_requests,
    searches: row.searches,
  }
}
