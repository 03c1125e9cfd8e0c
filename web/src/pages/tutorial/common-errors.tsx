import { Link } from '@tanstack/react-router'
import { useTexts } from '../../i18n/use-texts.ts'
import { Card, CardHead } from '../../ui/card.tsx'
import { CodeWords } from '../../ui/code-words.tsx'
import type { Fix } from './pick.ts'
import './common-errors.css'

/** Where something can be done about it. */
const PLACES = {
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
  place?: keyof typeof PLACES
}

// What the clients say was seen in trials with them (docs/clients.md).
const ROWS: readonly Row[] = [
  { id: 'key', code: '401', seen: 'Failed to authenticate', place: 'keys' },
  { id: 'allowed', code: '403', seen: 'API Error: 403', place: 'keys' },
  { id: 'address', code: '404', seen: 'There’s an issue with the selected model', place: 'models' },
  { id: 'quota', code: '429', seen: 'Request rejected (429)', place: 'limits' },
  { id: 'rate', code: '429', seen: 'Request rejected (429)', place: 'keys' },
  { id: 'size', code: '413', seen: 'Request too large' },
  { id: 'upstream', code: '5xx', seen: 'Repeated 529 …', place: 'providers' },
  { id: 'gemini', code: 'Gemini CLI', seen: 'Please set an Auth method' },
  { id: 'codex', code: 'Codex CLI', seen: 'Model metadata for … not found' },
]

/** What clients say when something is wrong, why, and what to do. */
export function CommonErrors() {
  const t = useTexts('tutorial')
  return (
    <Card flush className="tu-errors" aria-label={t('errors.title')}>
      <CardHead title={t('errors.title')} remark={t('errors.remark')} />
      <ul>
        {ROWS.map(({ id, code, seen, place }) => (
          <li key={id}>
            <b className="n">{code}</b>
            <span className="m">{seen}</span>
            <span>
              <CodeWords text={t(`errors.why.${id}`)} />
            </span>
            <span>
              <CodeWords text={t(`fix.${id}`)} />
            </span>
            {place !== undefined && (
              <Link to={PLACES[place]} className="link nw">
                {t(`errors.go.${place}`)}
              </Link>
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}
