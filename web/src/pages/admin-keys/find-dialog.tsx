import { PowerOff } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import type { AdminKey } from '../../../../src/contract/admin-keys.ts'
import type { Texts } from '../../i18n/texts.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { masked } from '../../lib/key/key-state.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FailureNote } from '../../ui/failure-note.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Note } from '../../ui/note.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { FoundKey } from './found-key.tsx'
import { useFind } from './use-find.ts'

type Props = {
  onOpen: (key: AdminKey) => void
  /** The owner shall get another key like it. */
  onReplace: (key: AdminKey) => void
  onClose: () => void
}

/** Finds the key that a leaked secret belongs to and disables it at once; the secret is sent to be compared and kept nowhere. */
export function FindDialog({ onOpen, onReplace, onClose }: Props) {
  const t = useTexts('allkeys')
  const [replaces, setReplaces] = useState(false)
  const it = useFind((key) => (replaces ? onReplace(key) : onClose()))
  const { found, fault, busy } = it
  // What its owner disabled its owner can enable again: a leaked key must not come back so.
  const over = found !== null && found.disabled_by !== null
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('find.title')}
      actions={
        <>
          {found !== null && (
            <Button kind="ghost" onClick={() => onOpen(found)}>
              {t('find.details')}
            </Button>
          )}
          <span className="sp hide" />
          <Button onClick={onClose}>{t('find.cancel')}</Button>
          {found === null ? (
            <Button kind="primary" type="submit" form="find-key" busy={busy} disabled={it.secret.trim() === ''}>
              {t('find.do')}
            </Button>
          ) : (
            !over && (
              <Button kind="dangerFilled" busy={busy} onClick={() => void it.disable(found)}>
                <Icon of={PowerOff} small />
                {t('find.disable')}
              </Button>
            )
          )}
        </>
      }
    >
      {found === null ? (
        <Paste it={it} />
      ) : (
        <div className="mt-3 grid gap-3.5">
          <FoundKey item={found} />
          <FailureNote text={fault} />
          <Note tone={over ? 'info' : 'warn'}>
            <span>{t(over ? 'find.already' : found.status === 'disabled' ? 'find.by_owner' : 'find.effect')}</span>
          </Note>
          {!over && (
            <label className="row">
              <Checkbox checked={replaces} onChange={setReplaces} />
              {t('find.replace', { owner: found.owner.name })}
            </label>
          )}
          <div className="row wrap gap16">
            <a className="link" href={mailOf(found, t)}>
              {t('find.mail', { owner: found.owner.name })}
            </a>
            {over && (
              <button type="button" className="link" onClick={() => onReplace(found)}>
                {t('find.replace_now', { owner: found.owner.name })}
              </button>
            )}
          </div>
        </div>
      )}
    </Dialog>
  )
}

/** A letter to the owner in the operator's own mail program; the key is in it as it is shown everywhere. */
function mailOf(key: AdminKey, t: Texts<'allkeys'>): string {
  const about = { name: key.name, key: masked(key) }
  const fields = [`subject=${encodeURIComponent(t('find.mail_subject', about))}`]
  fields.push(`body=${encodeURIComponent(t('find.mail_body', { ...about, owner: key.owner.name }))}`)
  return `mailto:${encodeURIComponent(key.owner.email)}?${fields.join('&')}`
}

function Paste({ it }: { it: ReturnType<typeof useFind> }) {
  const t = useTexts('allkeys')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (it.secret.trim() !== '') void it.find()
  }
  return (
    <form id="find-key" className="mt-1 grid gap-3.5" onSubmit={submit}>
      <p className="t2 text-cell text-pretty">{t('find.text')}</p>
      <TextField
        label={t('find.secret')}
        type="password"
        className="m"
        value={it.secret}
        autoComplete="off"
        data-1p-ignore
        spellCheck={false}
        maxLength={200}
        error={it.fault ?? undefined}
        onChange={(event) => it.setSecret(event.target.value)}
      />
    </form>
  )
}
