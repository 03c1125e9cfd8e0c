import { z } from 'zod'
import { count, factor, usd } from './common.ts'

/** What one component costs before the multiplier; `tokens` counts pieces where it is priced by the piece. */
export const billLine = z.strictObject({
  component: z.enum([
    'input',
    'cache_read',
    'cache_write_5m',
    'cache_write_1h',
    'output',
    'reasoning',
    'audio_in',
    'audio_out',
    'image_in',
    'image_out',
    'per_request',
    'per_search',
  ]),
  tokens: count,
  /** USD per million tokens, or for each piece. */
  price: usd,
  /** What the hours of the price made of it when the request came, as the amount has it; absent: nothing. */
  factor: factor.optional(),
  amount: usd,
})
export type BillLine = z.infer<typeof billLine>
