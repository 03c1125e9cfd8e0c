import { z } from 'zod'
import { count, time } from './common.ts'
import { endpoint } from './endpoint.ts'

const capturedBody = z.strictObject({
  /** Its beginning, without keys and files; empty where it is no text. */
  text: z.string(),
  /** How long it was in all. */
  bytes: count,
  cut: z.boolean(),
})

/** What was said in a request; all null where nothing was kept. */
const capture = z.strictObject({
  at: time.nullable(),
  request: capturedBody.nullable(),
  answer: capturedBody.nullable(),
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
