import { digest } from '../digest.ts'
import { shortened } from '../shortened.ts'
import type { Quirks } from '../translate/quirks.ts'

/** OpenAI takes 64 characters and Azure and Copilot 40 (`string_above_max_length`). */
const LONGEST = 40
const SHORT = /^[a-zA-Z0-9]{9}$/

/** The id of a call as a vendor takes it: the same for the call and its result, and the same in every later request. */
export function toolId(id: string, { shortToolIds }: Quirks): string {
  if (shortToolIds) return SHORT.test(id) ? id : `c${digest(id)}`
  return shortened(id, LONGEST)
}
