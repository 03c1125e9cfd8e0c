import { useState } from 'react'
import { adminCreateChannel, adminPatchChannel, type ChannelView } from '../../../../src/contract/notifications.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { call } from '../../lib/call.ts'
import { whyOf } from '../../lib/form-faults.ts'
import { toast } from '../../lib/toast.ts'
import { Button } from '../../ui/button.tsx'
import { Drawer } from '../../ui/drawer.tsx'
import { Note } from '../../ui/note.tsx'
import { ChannelFields } from './channel-fields.tsx'
import { bodyOf, formOf, replacesSetup, type ChannelForm } from './channel-form.ts'
import { reloadChannels } from './reload-channels.ts'

type Props = { edited: ChannelView | null; onClose: () => void }

/** A channel to be added or changed; its secrets are entered again when its set-up changes. */
export function ChannelDrawer({ edited, onClose }: Props) {
  const t = useTexts('channels')
  const [form, setForm] = useState(() => formOf(edited))
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const save = async () => {
    setBusy(true)
    setFailure(null)
    try {
      if (!(await send(form, edited))) return setFailure(t('invalid'))
      toast.success(t('saved'))
      onClose()
    } catch (error) {
      setFailure(whyOf(error, t('retry')))
    } finally {
      setBusy(false)
      void reloadChannels()
    }
  }
  return (
    <Drawer
      open
      width="slim"
      onClose={onClose}
      title={t(edited === null ? 'add' : 'edit')}
      footer={
        <>
          <span className="sp" />
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button kind="primary" busy={busy} onClick={() => void save()}>
            {t('save')}
          </Button>
        </>
      }
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {failure !== null && (
          <Note tone="err" urgent>
            <span>{failure}</span>
          </Note>
        )}
        <ChannelFields form={form} edited={edited} onChange={setForm} />
      </div>
    </Drawer>
  )
}

/** False when the server would refuse what was filled in. */
async function send(form: ChannelForm, edited: ChannelView | null): Promise<boolean> {
  const body = bodyOf(form)
  if (edited === null) {
    if (body === undefined) return false
    await call(adminCreateChannel, { body })
    return true
  }
  const { name, rules, locale, allowPrivate } = form
  const facts = { name, rules: rules.length === 0 ? null : [...rules], locale, allow_private: allowPrivate }
  const replaced = replacesSetup(form, edited)
  if (replaced && body === undefined) return false
  await call(adminPatchChannel, {
    params: { id: edited.id },
    body: { ...facts, ...(replaced && body && { setup: body.setup }) },
    ifMatch: edited.version,
  })
  return true
}
