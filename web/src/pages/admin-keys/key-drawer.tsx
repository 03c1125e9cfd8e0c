import { CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { adminCreateKey, adminPatchKey, type AdminKey } from '../../../../src/contract/admin-keys.ts'
import type { ApiKey } from '../../../../src/contract/keys.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { CallError } from '../../lib/call-error.ts'
import { call, MAKING_MS } from '../../lib/call.ts'
import { secretOf } from '../../lib/secrets.ts'
import { useOnce } from '../../lib/use-once.ts'
import { useUnsaved } from '../../lib/use-unsaved.ts'
import { useZone } from '../../lib/use-format.ts'
import { Drawer, DrawerBody } from '../../ui/drawer.tsx'
import { Icon } from '../../ui/icon.tsx'
import { KeyFormView, type KeySaver } from '../../ui/key/key-form-view.tsx'
import { SecretFoot, SecretOnce } from '../../ui/key/secret-once.tsx'
import { PersonField } from '../../ui/person-field.tsx'
import { reloadKeys } from './use-key-deeds.ts'

type Props = {
  /** The key that is changed; null makes a new one. */
  edited: AdminKey | null
  /** Whose key a new one is, where that is known. */
  owner: string | null
  /** The key that a new one begins like. */
  like?: AdminKey
  onClose: () => void
}

/** Makes a key for somebody, or changes somebody's; the form becomes the one time the secret is shown. */
export function KeyDrawer({ edited, owner: given, like, onClose }: Props) {
  const t = useTexts('allkeys')
  const zone = useZone()
  const [owner, setOwner] = useState(given)
  const [fault, setFault] = useState(false)
  const [created, setCreated] = useState<ApiKey | null>(null)
  const [making, setMaking] = useState(false)
  const once = useOnce(onClose)
  const [filled, setFilled] = useState(false)
  const out = useUnsaved(filled || (created === null && owner !== given), once.mayLeave)
  // A key that is being made has a secret nobody has seen yet.
  const leave = () => !making && out.leave()
  const saver: KeySaver = {
    create: (body, attempt) => {
      setFault(owner === null)
      if (owner === null) throw new CallError(422, { detail: t('owner.missing') })
      setMaking(true)
      const asked = { body: { ...body, user: owner }, withinMs: MAKING_MS, attempt }
      return call(adminCreateKey, asked).finally(() => setMaking(false))
    },
    change: (id, body, ifMatch) => call(adminPatchKey, { params: { id }, body, ifMatch }),
    reload: reloadKeys,
  }
  const secret = created === null ? undefined : secretOf(created.id)
  return (
    <Drawer
      open
      composed
      width="slim"
      onClose={leave}
      title={
        created !== null ? (
          <span className="row">
            <Icon of={CircleCheck} className="ok" />
            {t('created')}
          </span>
        ) : (
          t(edited === null ? 'act.create' : 'act.edit')
        )
      }
      remark={<span className="t2 el">{created?.name ?? edited?.owner.name}</span>}
    >
      {secret !== undefined ? (
        <>
          <DrawerBody>
            <SecretOnce secret={secret} copied={once.copied} onCopied={once.onCopied} />
            <p className="t2">{t('hand_on')}</p>
          </DrawerBody>
          <SecretFoot
            secret={secret}
            asked={once.asked}
            onCopied={once.onCopied}
            onClose={once.mayLeave}
            onLeave={once.leave}
          />
        </>
      ) : (
        <KeyFormView
          edited={edited}
          like={like}
          zone={zone}
          saver={saver}
          owner={edited === null ? owner : edited.owner.id}
          lead={edited === null && <Owner value={owner} onChange={setOwner} fault={fault} />}
          onCreated={(key) => {
            setCreated(key)
            once.show()
          }}
          onDirty={setFilled}
          out={{ ...out, leave }}
        />
      )}
    </Drawer>
  )
}

type OwnerProps = { value: string | null; onChange: (id: string | null) => void; fault: boolean }

function Owner({ value, onChange, fault }: OwnerProps) {
  const t = useTexts('allkeys')
  const error = fault && value === null ? t('owner.missing') : undefined
  return <PersonField label={t('col.owner')} beside required value={value} onChange={onChange} error={error} />
}
