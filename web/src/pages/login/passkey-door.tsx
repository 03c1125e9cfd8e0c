import { KeyRound } from 'lucide-react'
import { useTexts } from '../../i18n/use-texts.ts'
import { localName } from '../../lib/passkeys/place.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Note } from '../../ui/note.tsx'
import { usePasskey, type NoEntry } from './use-passkey.ts'

/** The way in without e-mail and password. */
export function PasskeyDoor() {
  const t = useTexts('login')
  const { asking, refused, ask } = usePasskey()
  return (
    <div className="col gap12">
      {/* Not `disabled`: that would take the focus from who has just pressed it. */}
      <Button className="go" aria-disabled={asking || undefined} onClick={() => void ask()}>
        <Icon of={KeyRound} small />
        {t(asking ? 'passkey.asking' : 'passkey.use')}
      </Button>
      <div role="alert">{refused !== null && <Refusal why={refused} />}</div>
    </div>
  )
}

function Refusal({ why }: { why: NoEntry }) {
  const t = useTexts('login')
  if (typeof why === 'string') {
    const known = why === 'dismissed' || why === 'unsupported' ? t(`passkey.${why}`) : t('error.other')
    return (
      <Note tone={why === 'dismissed' ? 'info' : 'err'}>
        <span>{known}</span>
      </Note>
    )
  }
  const name = why.code === 'passkeys_not_here' ? localName(location) : null
  return (
    <Note tone="err">
      <span>
        {why.told}
        {name !== null && (
          <>
            {' '}
            <a className="link underline" href={`${name}/login`}>
              {name}
            </a>
          </>
        )}
      </span>
    </Note>
  )
}
