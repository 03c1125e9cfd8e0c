import { z } from 'zod'

/** Which rows an act is for. */
export const bulkIds = z.array(z.string().min(1).max(64)).min(1).max(200)

/** What an act gave for each row, in the order asked for; `code` and `detail` say why one was refused. */
export const bulkAnswer = z.strictObject({
  results: z.array(
    z.strictObject({ id: z.string(), ok: z.boolean(), code: z.string().nullable(), detail: z.string().nullable() }),
  ),
})
export type BulkAnswer = z.infer<typeof bulkAnswer>
