import { PowerOff } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import { adminFindKey, adminPatchKey, type AdminKey } from '../../../../src/contract/admin-keys.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { CallError } from '../../lib/call-error.ts'
import { call } from '../../lib/call.ts'
import { whyOf } from '../../lib/form-faults.ts'
import { toast } from '../../lib/toast.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Note } from '../../ui/note.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { FoundKey } from './found-key.tsx'
import { reloadKeys } from './use-key-deeds.ts'

type Props = {
  onOpen: (key: AdminKey) => void
  /** The owner shall get another key. */
  onReplace: (owner: string) => void
  onClose: () => void
}

/** Finds the key that a leaked secret belongs to and disables it at once; the secret is sent to be compared and kept nowhere. */
export function FindDialog({ onOpen, onReplace, onClose }: Props) {
  const t = useTexts('allkeys')
  const [secret, setSecret] = useState('')
  const [found, setFound] = useState<AdminKey | null>(null)
  const [replaces, setReplaces] = useState(false)
  const [fault, setFault] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const attempt = async (act: () => Promise<void>) => {
    setBusy(true)
    setFault(null)
    try {
      await act()
    } catch (error) {
      const missing = error instanceof CallError && error.status === 404
      setFault(missing ? t('find.missing') : whyOf(error, t('failed.retry')))
    } finally {
      setBusy(false)
    }
  }
  const find = (event: FormEvent) => {
    event.preventDefault()
    if (secret.trim() === '') return
    void attempt(async () => {
      setFound(await call(adminFindKey, { body: { secret } }))
      setSecret('')
    })
  }
  const disable = (key: AdminKey) =>
    attempt(async () => {
      await call(adminPatchKey, { params: { id: key.id }, body: { status: 'disabled' } })
      toast.success(t('done.disable', { count: 1 }), t('done.effect'))
      await reloadKeys()
      if (replaces) onReplace(key.owner.id)
      else onClose()
    })
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
          <span className="sp" />
          <Button onClick={onClose}>{t('find.cancel')}</Button>
          {found === null ? (
            <Button kind="primary" type="submit" form="find-key" busy={busy} disabled={secret.trim() === ''}>
              {t('find.do')}
            </Button>
          ) : (
            found.status !== 'disabled' && (
              <Button kind="dangerFilled" busy={busy} onClick={() => void disable(found)}>
                <PowerOff className="i s" aria-hidden="true" />
                {t('find.disable')}
              </Button>
            )
          )}
        </>
      }
    >
      <form id="find-key" className="mt-1 grid gap-3.5" onSubmit={find}>
        <p className="t2 text-cell">{t('find.text')}</p>
        {found === null ? (
          <TextField
            label={t('find.secret')}
            type="password"
            className="m"
            value={secret}
            autoComplete="off"
            data-1p-ignore
            spellCheck={false}
            autoFocus
            maxLength={200}
            error={fault ?? undefined}
            onChange={(event) => setSecret(event.target.value)}
          />
        ) : (
          <>
            <FoundKey item={found} />
            {fault !== null && (
              <Note tone="err" urgent>
                <span>{fault}</span>
              </Note>
            )}
            <Note tone={found.status === 'disabled' ? 'info' : 'warn'}>
              <span>{t(found.status === 'disabled' ? 'find.already' : 'find.effect')}</span>
            </Note>
            {found.status !== 'disabled' && (
              <label className="row">
                <Checkbox checked={replaces} onChange={setReplaces} />
                {t('find.replace', { owner: found.owner.name })}
              </label>
            )}
          </>
        )}
      </form>
    </Dialog>
  )
}
