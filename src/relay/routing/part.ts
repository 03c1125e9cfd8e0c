/** Who asks an endpoint, and for which of its models, by the name it has there. */
export type Asker = { readonly model: string; readonly userId: string }

/** What failures have in common; null: nothing, as they were of several, or would have been of any. */
export type Part = { readonly model: string | null; readonly userId: string | null }

/** All that is asked of an endpoint. */
export const ALL: Part = { model: null, userId: null }

/** What one more failure leaves in common; null: it is the first. */
export function inCommon(part: Part | null, { model, userId }: Part): Part {
  if (part === null) return { model, userId }
  return { model: part.model === model ? model : null, userId: part.userId === userId ? userId : null }
}

/** Whether what is asked belongs to a part. */
export function isOf({ model, userId }: Asker, part: Part): boolean {
  return (part.model ?? model) === model && (part.userId ?? userId) === userId
}
