import type { Texts } from '../../i18n/texts.ts'

/** How an attempt can fail, as `src/relay/failure.ts` names it; how others than these are called is for whoever reads logs. */
const KNOWN = [
  'connect',
  'connect_timeout',
  'blocked_address',
  'credential',
  'reset',
  'first_token_timeout',
  'idle_timeout',
  'total_timeout',
  'in_band',
  'bad_answer',
  'too_large',
  'truncated',
  'cut_off',
  'caller_gone',
] as const

/** What statuses say of an upstream that each means something by itself. */
const OF_STATUS: Readonly<
  Record<string, 'refusedUs' | 'unpaid' | 'absent' | 'slow' | 'large' | 'busy' | 'overloaded'>
> = {
  401: 'refusedUs',
  402: 'unpaid',
  403: 'refusedUs',
  404: 'absent',
  408: 'slow',
  413: 'large',
  429: 'busy',
  504: 'slow',
  529: 'overloaded',
}

/** How an attempt failed: words for a reader, and the class that logs and metrics have where the words do not hold it. */
export function failureWords(error: string, t: Texts<'requests'>): { words: string | null; code: string | null } {
  const [, status] = /^http_(\d{3})$/.exec(error) ?? []
  if (status !== undefined) {
    const refused = Number(status) < 500 ? 'refused' : 'broken'
    return { words: t(`failure.${OF_STATUS[status] ?? refused}`), code: null }
  }
  const known = KNOWN.find((one) => one === error)
  return { words: known === undefined ? null : t(`failure.${known}`), code: error }
}
