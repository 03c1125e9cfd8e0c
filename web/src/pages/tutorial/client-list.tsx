import { CircleAlert, CircleCheck } from 'lucide-react'
import { useTexts } from '../../i18n/use-texts.ts'
import { Icon } from '../../ui/icon.tsx'
import { MarkTile } from '../../ui/mark-tile.tsx'
import type { Guide } from './guide.ts'
import { useHeard } from './use-heard.ts'

/** What stands in the list after the clients: what may go wrong. */
export const ERRORS = 'errors'

const GROUPS = ['agents', 'code'] as const

type Props = { guides: readonly Guide[]; value: string; onChange: (id: string) => void }

/** The clients there are guides for; a row that scrolls on a phone. */
export function ClientList({ guides, value, onChange }: Props) {
  const t = useTexts('tutorial')
  const heard = useHeard()
  const some = guides.some(({ name }) => heard(name))
  const item = (id: string, name: string, mark: React.ReactNode) => (
    <li key={id}>
      <button type="button" aria-current={id === value ? 'page' : undefined} onClick={() => onChange(id)}>
        {mark}
        {name}
        {heard(name) && <Icon of={CircleCheck} small label={t('list.heard')} className="ok heard" />}
      </button>
    </li>
  )
  return (
    <nav className="tu-list" aria-label={t('list.label')}>
      {GROUPS.filter((group) => guides.some((guide) => guide.group === group)).map((group) => (
        <div key={group}>
          <h2 className="t3">{t(`list.${group}`)}</h2>
          <ul>
            {guides
              .filter((guide) => guide.group === group)
              .map(({ id, name, mark }) => item(id, name, <MarkTile names={[mark, name]} size={16} bare />))}
          </ul>
        </div>
      ))}
      <div>
        <h2 className="t3">{t('list.trouble')}</h2>
        <ul>{item(ERRORS, t('errors.title'), <Icon of={CircleAlert} />)}</ul>
      </div>
      {some && (
        <p className="row gap4 items-start t3 hide heard-note">
          <Icon of={CircleCheck} small className="ok" />
          <span>{t('list.heard_text')}</span>
        </p>
      )}
    </nav>
  )
}
