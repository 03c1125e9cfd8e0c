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
export const adminGetStorage = endpoint({
  method: 'GET',
  path: '/api/admin/storage',
  who: 'admin',
  summary: 'What requests take a day, measured, and what they will take when as many are kept as is set. In bytes.',
  answer: z.strictObject({
    /** Requests a day, over the last seven days or since there are any, and how many of them failed or were refused. */
    requests_per_day: count,
    failed_per_day: count,
    /** What a request takes with its attempts, by the latest ones; 0 while there is none. */
    bytes_per_request: count,
    /** What is captured of one without its bodies and with them, by the latest ones; an assumption while there is none. */
    bytes_per_headers: count,
    bytes_per_bodies: count,
    /** What a day’s requests take by the present settings: their rows, and what is captured of them. */
    bytes_per_day: count,
    kept_days: count,
    /** What requests take once those of all days are there that are kept, at the same pace. */
    forecast: count,
    /** What they take now, each kind, and how many days ago the first of them came. */
    oldest_days: count,
    rows: count,
    captures: count,
    database: count,
    /** What backups take that lie in the data folder, and what restores have put aside there; null where there is none. */
    backups: count.nullable(),
    /** Whether nothing is captured of new requests because the disk of the data folder is nearly full. */
    captures_stopped: z.boolean(),
    /** The disk that all of this is on; null where the database is a server’s, whose disk nobody here sees. */
    disk: z.strictObject({ free: count, total: count }).nullable(),
    /** Days until the disk is full, at the same pace; null where what is deleted makes room for what comes, and where nobody knows. */
    full_in_days: count.nullable(),
  }),
})
/** What is kept and what it will take, by the pace of the last seven days. */
export type StorageView = z.infer<(typeof adminGetStorage)['answer']>

/** The process that answered and the machine it runs on; sizes are in bytes. */
export type SystemView = z.infer<(typeof adminGetSystem)['answer']>
