import { sql } from 'kysely'
import type { Usage } from '../core/usage.ts'
import type { UsageColumns } from './schema-requests.ts'

/** Everything a row of `request` read and wrote, sound and pictures included, as SQL. */
export const TOKENS_OF_ROW = sql<number>`input + cache_read + cache_write_5m + cache_write_1h + output + audio_in + audio_out + image_in + image_out`

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
