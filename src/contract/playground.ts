import { z } from 'zod'
import { PLAYGROUND_PROTOCOLS } from '../core/play.ts'
import { endpoint } from './endpoint.ts'

export const playground = endpoint({
  method: 'POST',
  path: '/api/playground',
  who: 'user',
  summary: 'Sends a request with an own key, metered as usual, and answers in the protocol asked for as it comes.',
  body: z.strictObject({
    key_id: z.string().max(64),
    protocol: z.enum(PLAYGROUND_PROTOCOLS),
    /** Apart from the body, because one of the protocols tells them in its address. */
    model: z.string().min(1).max(200),
    stream: z.boolean().default(true),
    /** The rest of the request, as the protocol has it. */
    body: z.record(z.string(), z.unknown()),
  }),
  answer: z.string(),
  maxBodyKib: 1024,
  stream: true,
})
