import type { StatusState } from '../../ui/status.tsx'
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
  /** How a request with that status stands; absent of what is no status. */
  state?: StatusState
  /** What the client says, word for word. */
  seen: string
  place?: keyof typeof ERROR_PLACES
}

/** What clients show when something is wrong, by the status they got or by their name; seen in trials with them (docs/clients.md). */
export const ERROR_ROWS: readonly Row[] = [
  { id: 'key', code: '401', state: 'client_error', seen: 'Failed to authenticate', place: 'keys' },
  {
    id: 'address',
    code: '404',
    state: 'client_error',
    seen: 'There’s an issue with the selected model',
    place: 'models',
  },
  { id: 'quota', code: '429', state: 'limited', seen: 'Request rejected (429)', place: 'limits' },
  { id: 'rate', code: '429', state: 'limited', seen: 'Request rejected (429)', place: 'keys' },
  { id: 'size', code: '413', state: 'client_error', seen: 'Request too large' },
  { id: 'upstream', code: '5xx', state: 'upstream_error', seen: 'Repeated 529 …', place: 'providers' },
  { id: 'gemini', code: 'Gemini CLI', seen: 'Please set an Auth method' },
  { id: 'codex', code: 'Codex CLI', seen: 'Model metadata for … not found' },
]
