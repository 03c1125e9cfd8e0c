import { z } from 'zod'
import { count, time } from './common.ts'
import { endpoint } from './endpoint.ts'
import { job } from './jobs.ts'

export const adminGetSystem = endpoint({
  method: 'GET',
  path: '/api/admin/system',
  who: 'admin',
  summary: 'Version, uptime and the state of each part. Sizes are in bytes.',
  answer: z.strictObject({
    version: z.string(),
    build_id: z.string(),
    node: z.string(),
    started_at: time,
    database: z.strictObject({ engine: z.enum(['sqlite', 'postgres']), version: z.string(), size: count }),
    /** What is not in the database yet; when it is not ready, requests are refused. */
    journal: z.strictObject({ ready: z.boolean(), size: count, most: count }),
    memory: z.strictObject({ rss: count, heap: count, external: count }),
    disk: z.strictObject({ free: count, total: count }),
    /** Requests under way. */
    open_requests: count,
    jobs: z.array(job),
  }),
})
export type SystemView = z.infer<(typeof adminGetSystem)['answer']>
