import type { Texts } from '../../i18n/texts.ts'
import type { StatusState } from '../../ui/status.tsx'
import { failureWords } from './failure-words.ts'
import { outcomeOfCode } from './outcome.ts'

/** How a class of failures is told: its state, the status where it is one, and its words. */
export function failureName(
  kind: string,
  t: Texts<'requests'>,
): { state: StatusState; code: number | null; words: string } {
  const [, status] = /^http_(\d{3})$/.exec(kind) ?? []
  const words = failureWords(kind, t).words ?? kind
  if (status !== undefined) return { state: outcomeOfCode(Number(status)), code: Number(status), words }
  return { state: kind.endsWith('_timeout') ? 'timeout' : 'upstream_error', code: null, words }
}
