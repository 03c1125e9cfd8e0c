import { asRecord, type Json } from '../../core/json.ts'

/** How many pictures an answer brings, of which each stands in `data` (wire.md §1.3); null: it does not say. */
export function picturesIn({ data }: Json): number | null {
  if (!Array.isArray(data)) return null
  return data.filter((entry) => PICTURE_KEYS.some((key) => typeof asRecord(entry)[key] === 'string')).length
}

/** What could not be drawn stands in the list as well, with an error. */
const PICTURE_KEYS = ['b64_json', 'url'] as const
