import type { BulkAnswer } from '../contract/bulk.ts'
import type { Locale } from '../core/errors.ts'
import { ApiError } from './errors.ts'

/** Does an act for each id, one after the other; what is refused for one does not stop the others. */
export async function each(
  ids: readonly string[],
  locale: Locale,
  act: (id: string) => Promise<void>,
): Promise<BulkAnswer> {
  const results: BulkAnswer['results'] = []
  for (const id of new Set(ids)) {
    try {
      await act(id)
      results.push({ id, ok: true, code: null, detail: null })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      results.push({ id, ok: false, code: error.code, detail: error.in(locale) })
    }
  }
  return { results }
}
