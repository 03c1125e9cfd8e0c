import { useQuery } from '@tanstack/react-query'
import { Pencil } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { listPasskeys, type Passkey } from '../../../../src/contract/passkeys.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { loadChunk } from '../../lib/load-chunk.ts'
import { noPasskeysHere, type NoPasskeysHere } from '../../lib/passkeys/place.ts'
import { ask, askAgain } from '../../lib/query.ts'
import { useFormat } from '../../lib/use-format.ts'
import { Button } from '../../ui/button.tsx'
import { Card, CardHead } from '../../ui/card.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Note } from '../../ui/note.tsx'
import { Bone, Skeleton } from '../../ui/skeleton.tsx'
import { Unanswered } from '../../ui/unanswered.tsx'

const loadDialogs = () => loadChunk(() => import('./passkey-dialogs.tsx'))
const AddDialog = lazy(() => loadDialogs().then((found) => ({ default: found.AddDialog })))
const RenameDialog = lazy(() => loadDialogs().then((found) => ({ default: found.RenameDialog })))
const RemoveDialog = lazy(() => loadDialogs().then((found) => ({ default: found.RemoveDialog })))

/** What is being done, and to which. */
type Deed = { what: 'add' } | { what: 'rename' | 'remove'; of: Passkey }

/** What signs in in place of the password, and how that is changed. */
export function Passkeys() {
  const t = useTexts('profile')
  const query = useQuery(ask(listPasskeys))
  const { data } = query
  const [deed, setDeed] = useState<Deed | null>(null)
  const close = () => {
    setDeed(null)
    void askAgain(listPasskeys)
  }
  const none = data && noPasskeysHere(location, data.origin)
  return (
    <Card flush>
      <CardHead
        title={t('passkeys.title')}
        remark={data && data.items.length > 0 ? t('passkeys.count', { count: data.items.length }) : undefined}
      >
        {none === null && (
          <Button small onClick={() => setDeed({ what: 'add' })} onPointerEnter={() => void loadDialogs()}>
            {t('passkeys.add')}
          </Button>
        )}
      </CardHead>
      {data === undefined ? (
        <Unanswered
          query={query}
          bones={
            <Skeleton>
              <Bone height={40} />
            </Skeleton>
          }
        />
      ) : (
        <>
          {(data.items.length === 0 || none) && (
            <div className="col gap12 px-4 pb-4">
              {data.items.length === 0 && <p className="t2 text-pretty">{t('passkeys.why')}</p>}
              {none && <NotHere {...none} />}
            </div>
          )}
          <List items={data.items} onDeed={setDeed} />
        </>
      )}
      <Suspense fallback={null}>
        {deed?.what === 'add' && <AddDialog onClose={close} />}
        {deed?.what === 'rename' && <RenameDialog of={deed.of} onClose={close} />}
        {deed?.what === 'remove' && <RemoveDialog of={deed.of} onClose={close} />}
      </Suspense>
    </Card>
  )
}

/** Says why there are none where the console is opened, and leads to where there are. */
function NotHere({ problem, at }: NoPasskeysHere) {
  const t = useTexts('profile')
  return (
    <Note tone="warn">
      <span>
        {t(`passkeys.not_here.${problem}`)}
        {at !== null && (
          <>
            {' '}
            <a className="link underline" href={`${at}/dashboard/profile`}>
              {at}
            </a>
          </>
        )}
      </span>
    </Note>
  )
}

type ListProps = { items: readonly Passkey[]; onDeed: (deed: Deed) => void }

function List({ items, onDeed }: ListProps) {
  const t = useTexts('profile')
  const { day, relative } = useFormat()
  if (items.length === 0) return null
  const facts = ({ host, created_at: added, last_used_at: used }: Passkey) => [
    ...(host === location.hostname ? [] : [t('passkeys.for', { host })]),
    t('passkeys.added', { day: day(added) }),
    used === null ? t('passkeys.unused') : t('passkeys.used', { when: relative(used) }),
  ]
  return (
    <ul aria-label={t('passkeys.title')} className="border-t border-line">
      {items.map((one) => (
        <li key={one.id} className="rowcard">
          <div className="row">
            <div className="sp two">
              <span className="el">{one.name}</span>
              <span>{facts(one).join(' · ')}</span>
            </div>
            <Button
              kind="ghost"
              small
              icon
              aria-label={t('passkeys.rename_this', { name: one.name })}
              onClick={() => onDeed({ what: 'rename', of: one })}
            >
              <Icon of={Pencil} small />
            </Button>
            <Button
              small
              kind="danger"
              aria-label={t('passkeys.remove_this', { name: one.name })}
              onClick={() => onDeed({ what: 'remove', of: one })}
            >
              {t('passkeys.remove')}
            </Button>
          </div>
        </li>
      ))}
    </ul>
  )
}
