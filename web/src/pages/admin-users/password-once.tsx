import { useTexts } from '../../i18n/use-texts.ts'
import { useOnce } from '../../lib/use-once.ts'
import { useOrigin } from '../../lib/use-origin.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Note } from '../../ui/note.tsx'

/** A password that was made for an account; `fresh` when the account is new. */
export type Told = { email: string; password: string; fresh: boolean }

/** A one-time password, the one time it is shown; leaving without a copy asks first. */
export function PasswordOnce({ told, onClose }: { told: Told; onClose: () => void }) {
  const t = useTexts('users')
  const origin = useOrigin()
  const once = useOnce(onClose, true)
  const { email, password } = told
  const all = [`${t('once.address')} ${origin}`, `${t('field.email')} ${email}`, `${t('field.password')} ${password}`]
  return (
    <Dialog
      open
      onClose={once.mayLeave}
      title={t(told.fresh ? 'once.created' : 'once.reset')}
      actions={
        <>
          {once.asked && <Button onClick={once.leave}>{t('once.leave')}</Button>}
          <CopyButton small={false} kind="plain" text={all.join('\n')} onCopied={once.onCopied}>
            {t('once.copy_all')}
          </CopyButton>
          <CopyButton small={false} kind="primary" text={password} onCopied={once.onCopied}>
            {t('once.copy')}
          </CopyButton>
          {once.copied && <Button onClick={once.leave}>{t('once.done')}</Button>}
        </>
      }
    >
      <div className="mt-3 grid gap-3">
        <Note tone="warn" urgent={once.asked}>
          <span>{t(once.asked ? 'once.not_copied' : 'once.only')}</span>
        </Note>
        <dl className="kv">
          <dt>{t('field.email')}</dt>
          <dd className="m-0 wrap-anywhere">{email}</dd>
          <dt>{t('field.password')}</dt>
          <dd className="m m-0 wrap-anywhere" data-password>
            {password}
          </dd>
        </dl>
        <p className="t3">{t('once.next')}</p>
      </div>
    </Dialog>
  )
}
