import type { Fix } from './pick.ts'

/** Where something can be done about it. */
export const ERROR_PLACES = {
  keys: '/dashboard/api-keys',
  limits: '/dashboard/profile',
  models: '/dashboard/models-providers',
  providers: '/dashboard/models-providers?tab=providers',
} as const

type Row = {
  id: Exclude<Fix, 'request'> | 'gemini' | 'codex'
  code: string
  /** What the client says, word for word. */
  seen: string
  place?: keyof typeof ERROR_PLACES
}

/** What clients show when something is wrong, by the status they got or by their name; seen in trials with them (docs/clients.md). */
export const ERROR_ROWS: readonly Row[] = [
  { id: 'key', code: '401', seen: 'Failed to authenticate', place: 'keys' },
  { id: 'address', code: '404', seen: 'There’s an issue with the selected model', place: 'models' },
  { id: 'quota', code: '429', seen: 'Request rejected (429)', place: 'limits' },
  { id: 'rate', code: '429', seen: 'Request rejected (429)', place: 'keys' },
  { id: 'size', code: '413', seen: 'Request too large' },
  { id: 'upstream', code: '5xx', seen: 'Repeated 529 …', place: 'providers' },
  { id: 'gemini', code: 'Gemini CLI', seen: 'Please set an Auth method' },
  { id: 'codex', code: 'Codex CLI', seen: 'Model metadata for … not found' },
]
