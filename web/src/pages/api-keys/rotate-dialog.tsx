import { useState } from 'react'
import { OVERLAP_HOURS, rotateKey, type ApiKey } from '../../../../src/contract/keys.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { call } from '../../lib/call.ts'
import { whyOf } from '../../lib/form-faults.ts'
import { masked } from '../../lib/key/key-state.ts'
import { keepSecret } from '../../lib/secrets.ts'
import { useDeed } from '../../lib/use-act.ts'
import { useAttempt } from '../../lib/use-attempt.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FailureNote } from '../../ui/failure-note.tsx'
import { Field } from '../../ui/field.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { reloadKeys } from './use-key-deeds.ts'

const OPTIONS = OVERLAP_HOURS.map((hours) => ({ hours, value: String(hours) }))
const USUAL = '24'

type Props = { item: ApiKey; onRotated: (key: ApiKey) => void; onClose: () => void }

/** Asks how long the old secret shall still work, and gives the key a new one. */
export function RotateDialog({ item, onRotated, onClose }: Props) {
  const t = useTexts('keys')
  const [chosen, setChosen] = useState(USUAL)
  const { busy, failure, act } = useDeed((error) => whyOf(error, t('failed.retry')))
  const hours = OPTIONS.find(({ value }) => value === chosen)?.hours ?? 24
  const attempt = useAttempt()
  const rotate = async () => {
    const body = { overlap_hours: hours }
    const { secret, ...key } = await attempt((name) =>
      call(rotateKey, { params: { id: item.id }, body, attempt: name }),
    )
    keepSecret(key.id, secret)
    onRotated(key)
    await reloadKeys()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('rotate.title', { name: item.name })}
      actions={
        <>
          <Button onClick={onClose}>{t('form.cancel')}</Button>
          <Button kind="primary" busy={busy} onClick={() => void act(rotate)}>
            {t('rotate.do')}
          </Button>
        </>
      }
    >
      <div className="mt-3 grid gap-4">
        <FailureNote text={failure} />
        <p className="t2 text-cell text-pretty">{t('rotate.text')}</p>
        <Field
          label={t('rotate.overlap')}
          group
          hint={hours === 0 ? t('rotate.at_once') : t('rotate.effect', { count: hours })}
        >
          {() => (
            <Segmented
              className="justify-self-start"
              label={t('rotate.overlap')}
              options={OPTIONS.map((one) => ({
                value: one.value,
                label: one.hours === 0 ? t('rotate.none') : t('rotate.hours', { count: one.hours }),
              }))}
              value={chosen}
              onChange={setChosen}
            />
          )}
        </Field>
        <p className="t3">
          {t('rotate.present')} <span className="m">{masked(item)}</span>
        </p>
      </div>
    </Dialog>
  )
}
