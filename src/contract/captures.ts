import { z } from 'zod'
import { CAPTURED_BODIES } from '../core/captures.ts'
import { count, time } from './common.ts'
import { endpoint } from './endpoint.ts'
import { SETTINGS } from './settings.ts'

const capturedBody = z.strictObject({
  /** Its beginning, without keys and files; empty where it is no text, or where bodies were not kept. */
  text: z.string(),
  /** How long it was in all. */
  bytes: count,
  cut: z.boolean(),
  /** Whether something was taken out of it. */
  redacted: z.boolean(),
  /** Those that are known to be safe, by their names in small letters; `***` for the value of one that is to be redacted. */
  headers: z.record(z.string(), z.string()),
})

/** What was said in a request; where nothing was kept, null but for the level. */
const capture = z.strictObject({
  at: time.nullable(),
  /** Where it went, without its key. */
  path: z.string().nullable(),
  /** Whether bodies were kept with the headers: not by the level of that time (`level`), or not since the request succeeded. */
  bodies: z.enum(CAPTURED_BODIES).nullable(),
  /** What is kept of new requests, as it is now. */
  level_now: SETTINGS['capture.level'].schema,
  request: capturedBody.nullable(),
  answer: capturedBody.nullable(),
  /** Only under /api/admin: what upstreams called the request, as far as they said, by the number of the attempt. */
  upstream: z.array(z.strictObject({ attempt: count, id: z.string() })),
})
export type CaptureView = z.infer<typeof capture>

export const usageCapture = endpoint({
  method: 'GET',
  path: '/api/usage/requests/{id}/capture',
  who: 'user',
  summary: 'What was said in an own request, where the operator lets bodies be kept.',
  answer: capture,
})

export const adminUsageCapture = endpoint({
  method: 'GET',
  path: '/api/admin/usage/requests/{id}/capture',
  who: 'admin',
  summary: 'What was said in a request, where bodies are kept; whoever looks is written down in the audit log.',
  answer: capture,
})
