import { useState } from 'react'
import { adminCreateChannel, adminPatchChannel, type ChannelView } from '../../../../src/contract/notifications.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { call } from '../../lib/call.ts'
import { changedIn } from '../../lib/changed-in.ts'
import { whyOf } from '../../lib/form-faults.ts'
import { useKept } from '../../lib/kept.ts'
import { sameJson } from '../../../../src/core/same-json.ts'
import { toast } from '../../lib/toast.ts'
import { useDeed } from '../../lib/use-act.ts'
import { useAttempt } from '../../lib/use-attempt.ts'
import { useUnsaved } from '../../lib/use-unsaved.ts'
import { Button } from '../../ui/button.tsx'
import { Drawer } from '../../ui/drawer.tsx'
import { FailureNote } from '../../ui/failure-note.tsx'
import { KeptNote } from '../../ui/kept-note.tsx'
import { ChannelFields } from './channel-fields.tsx'
import {
  bodyOf,
  formOf,
  privateFaults,
  replacesSetup,
  secretFaults,
  type ChannelFaults,
  type ChannelForm,
} from './channel-form.ts'
import { reloadChannels } from './reload-channels.ts'

type Props = { edited: ChannelView | null; onClose: () => void }

/** A channel to be added or changed; its secrets are entered again when its set-up changes. */
export function ChannelDrawer({ edited: newest, onClose }: Props) {
  // What the form was filled from: with the version of what others save meanwhile it would pass for theirs.
  const [edited] = useState(newest)
  const t = useTexts('channels')
  const [before] = useState(() => formOf(edited))
  const [form, setForm] = useState(before)
  const attempt = useAttempt()
  const kept = useKept<Partial<ChannelForm>>(`channel:${edited === null ? 'new' : `${edited.id}:${edited.version}`}`, {
    typed: () => changedIn(form, before),
    lay: (typed) => setForm({ ...before, ...typed }),
  })
  const { leave, done } = useUnsaved(!sameJson(form, before), onClose)
  const { busy, failure, act } = useDeed((error) => whyOf(error, t('retry')))
  const [faults, setFaults] = useState<ChannelFaults>({})
  const change = (next: ChannelForm) => {
    setForm(next)
    setFaults({})
  }
  const save = async () => {
    await act(async () => {
      const found = await attempt((name) => send(form, edited, name))
      setFaults(found)
      if (Object.keys(found).length > 0) return
      toast.success(t('saved'))
      done()
    })
    void reloadChannels()
  }
  return (
    <Drawer
      open
      width="slim"
      onClose={leave}
      title={t(edited === null ? 'add' : 'edit')}
      footer={
        <>
          <span className="sp" />
          <Button onClick={leave}>{t('cancel')}</Button>
          <Button kind="primary" busy={busy} onClick={() => void save()}>
            {t('save')}
          </Button>
        </>
      }
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <KeptNote of={kept} />
        <FailureNote text={failure} />
        <ChannelFields form={form} faults={faults} edited={edited} onChange={change} />
      </div>
    </Drawer>
  )
}

/** Which fields stand against it; nothing is sent then. */
async function send(form: ChannelForm, edited: ChannelView | null, attempt: string): Promise<ChannelFaults> {
  const { body, faults } = bodyOf(form)
  if (edited === null) {
    if (body !== undefined) await call(adminCreateChannel, { body, attempt })
    return faults
  }
  const replaced = replacesSetup(form, edited)
  const standing = replaced
    ? { ...secretFaults(form, edited), ...faults }
    : { ...(faults.name && { name: faults.name }), ...privateFaults(form) }
  if (Object.keys(standing).length > 0) return standing
  const { name, rules, locale, allowPrivate, forUsers } = form
  const chosen = { allow_private: allowPrivate, for_users: form.kind === 'email' && forUsers }
  const facts = { name, rules: rules.length === 0 ? null : [...rules], locale, ...chosen }
  await call(adminPatchChannel, {
    params: { id: edited.id },
    body: { ...facts, ...(replaced && body && { setup: body.setup }) },
    ifMatch: edited.version,
  })
  return {}
}
