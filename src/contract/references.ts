import { z } from 'zod'
import { count, listOf } from './common.ts'
import { endpoint } from './endpoint.ts'
import { MODEL_ABILITIES, modelPrice } from './models.ts'

const reference = z.strictObject({
  model: z.string(),
  /** The price list the reference price is from and the list's date, such as `pi-ai@2026-11-10`; null where there is no price. */
  source: z.string().nullable(),
  price: modelPrice.nullable(),
  context: count.nullable(),
  max_output: count.nullable(),
  abilities: z.array(z.enum(MODEL_ABILITIES)),
})
/** What the built-in catalogue says of a model at present, whatever the operator has set. */
export type Reference = z.infer<typeof reference>

export const adminListReferences = endpoint({
  method: 'GET',
  path: '/api/admin/model-references',
  who: 'admin',
  summary: 'What the built-in catalogue says of each model it knows, to be compared with what is set.',
  answer: listOf(reference),
})
