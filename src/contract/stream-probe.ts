import { z } from 'zod'
import { SECOND_MS } from '../core/time.ts'
import { endpoint } from './endpoint.ts'

/** How long the second event of the probe is waited with. */
export const PROBE_GAP_MS = SECOND_MS

/** Two events some time apart: who hears both at once stands behind a proxy that holds answers back. */
export const adminStreamProbe = endpoint({
  method: 'GET',
  path: '/api/admin/stream-probe',
  who: 'admin',
  summary:
    'Two server-sent events, the second a second after the first: shows whether a proxy on the way holds answers back.',
  answer: z.strictObject({ n: z.int() }),
  stream: true,
})
