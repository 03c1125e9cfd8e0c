import { ChevronDown, ChevronRight } from 'lucide-react'
import { useId, useState, type KeyboardEvent, type ReactNode } from 'react'
import { FormProvider, useForm, useFormContext } from 'react-hook-form'
import type { ApiKey } from '../../../../src/contract/keys.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { CallError, isUnheard } from '../../lib/call-error.ts'
import { isOvertaken } from '../../lib/is-overtaken.ts'
import { withConsent, type Consent } from '../../lib/consent.ts'
import { placeFaults, whyOf } from '../../lib/form-faults.ts'
import { keepSecret } from '../../lib/secrets.ts'
import { toast } from '../../lib/toast.ts'
import { useKeptDraft } from '../../lib/kept-draft.ts'
import { useAttempt } from '../../lib/use-attempt.ts'
import { useTellDirty, type WaysOut } from '../../lib/use-unsaved.ts'
import { versionFor } from '../../lib/version-for.ts'
import { useMinute } from '../../lib/now.ts'
import { Button } from '../button.tsx'
import { DrawerBody, DrawerFoot } from '../drawer.tsx'
import { FailureNote } from '../failure-note.tsx'
import { Icon } from '../icon.tsx'
import { Kbd } from '../kbd.tsx'
import { KeptNote } from '../kept-note.tsx'
import { AccountLimits } from './account-limits.tsx'
import { ExpiryField } from './expiry-field.tsx'
import { FormSummary } from './form-summary.tsx'
import { IpsField } from './ips-field.tsx'
import {
  bodyOf,
  changesOf,
  emptyForm,
  formLike,
  formOf,
  setCount,
  type KeyBody,
  type KeyForm,
} from '../../lib/key/key-form.ts'
import { KeyLimitsField } from './key-limits-field.tsx'
import { ModelsField } from './models-field.tsx'
import { NameField, NoteField } from './name-field.tsx'
import './key.css'

/** Where a filled form goes; the list is asked for again after both. */
export type KeySaver = {
  create: (body: KeyBody, attempt: string) => Promise<ApiKey & { secret: string }>
  /** Refused where the key is of another version by then. */
  change: (id: string, body: Partial<KeyBody> & Consent, ifMatch: number) => Promise<unknown>
  reload: () => Promise<unknown>
}

type Props = {
  /** The key that is changed; null makes a new one. */
  edited: ApiKey | null
  /** The key that a new one begins like. */
  like?: ApiKey | undefined
  zone: string
  saver: KeySaver
  /** What is asked for before everything else. */
  lead?: ReactNode
  /** Whose key it is, null while that is not known; left out for the reader's own, where what is known of their account helps to fill it in. */
  owner?: string | null
  onCreated: (key: ApiKey) => void
  onDirty: (dirty: boolean) => void
  out: WaysOut
}

/** Making a key, or changing one. */
export function KeyFormView({ edited, like, zone, saver, lead, owner, onCreated, onDirty, out }: Props) {
  const t = useTexts('keys')
  const now = useMinute()
  const id = useId()
  const [before] = useState(() => (edited ? formOf(edited, zone) : like ? formLike(like, { now, zone }) : emptyForm))
  // What the form was filled from: the list behind it goes on.
  const [seen] = useState(edited)
  const form = useForm<KeyForm>({ defaultValues: before })
  const [failure, setFailure] = useState<string | null>(null)
  const { isSubmitting, isDirty } = form.formState
  useTellDirty(isDirty, onDirty)
  const kept = useKeptDraft(`key:${edited?.id ?? 'new'}`, form)
  const attempt = useAttempt()
  // An expiry counts from here on, and what is sent again must be the same.
  const [unheardAt, setUnheardAt] = useState<number | null>(null)

  const submit = form.handleSubmit(async (values) => {
    setFailure(null)
    try {
      if (edited === null) {
        const { secret, ...key } = await attempt((name) =>
          saver.create(bodyOf(values, { now: unheardAt ?? now, zone }), name),
        )
        keepSecret(key.id, secret)
        out.settle()
        onCreated(key)
      } else {
        const body = changesOf(values, before, { now, zone })
        const from = versionFor(body, seen ?? edited, edited)
        if (!(await withConsent((consent) => saver.change(edited.id, { ...body, ...consent }, from)))) return
        toast.success(t('done.saved', { name: values.name.trim() }))
        out.done()
      }
      await saver.reload()
    } catch (error) {
      if (edited === null && isUnheard(error)) {
        setUnheardAt(unheardAt ?? now)
        setFailure(t('failed.unheard'))
        return void saver.reload()
      }
      if (isOvertaken(error)) void saver.reload()
      const rest = error instanceof CallError ? placeFaults(form, error.fields) : []
      const placed = error instanceof CallError && Object.keys(error.fields).length > rest.length
      const why = rest[0] ?? whyOf(error, t('failed.retry'))
      if (!placed) setFailure(t(edited ? 'failed.save' : 'failed.create', { why }))
    }
  })

  const onKeyDown = (event: KeyboardEvent<HTMLFormElement>) => {
    if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey)) return
    // The form would be sent by these keys once more where they send forms anyway, and while it is on its way.
    event.preventDefault()
    if (!isSubmitting) event.currentTarget.requestSubmit()
  }

  return (
    <FormProvider {...form}>
      <DrawerBody>
        <form id={id} noValidate className="keys-form" onSubmit={(event) => void submit(event)} onKeyDown={onKeyDown}>
          <KeptNote of={kept} />
          <FailureNote text={failure} />
          {lead}
          <NameField fresh={edited === null} />
          <NoteField />
          <Advanced open={edited !== null || like !== undefined} zone={zone} owner={owner} />
        </form>
      </DrawerBody>
      <DrawerFoot>
        <FormSummary />
        <span className="sp hide" />
        <Button onClick={out.leave}>{t('form.cancel')}</Button>
        <Button type="submit" form={id} kind="primary" busy={isSubmitting}>
          {t(edited ? 'form.save' : 'create')}
          <Kbd className="hide">{navigator.platform.startsWith('Mac') ? '⌘' : 'Ctrl'} Enter</Kbd>
        </Button>
      </DrawerFoot>
    </FormProvider>
  )
}

type AdvancedProps = { open: boolean; zone: string; owner: string | null | undefined }

function Advanced({ open: atFirst, zone, owner }: AdvancedProps) {
  const t = useTexts('keys')
  const form = useFormContext<KeyForm>()
  const [opened, setOpened] = useState(atFirst)
  const { errors } = form.formState
  // A complaint inside must not hide.
  const open = opened || Boolean(errors.expires_at ?? errors.limits ?? errors.allow_models ?? errors.allow_ips)
  const set = setCount(form.watch())
  const own = owner === undefined
  return (
    <>
      <div className="keys-adv">
        <button type="button" className="row" aria-expanded={open} onClick={() => setOpened(!open)}>
          <Icon of={open ? ChevronDown : ChevronRight} />
          <b>{t('form.advanced')}</b>
        </button>
        <span className="t3">{t('form.advanced_hint')}</span>
        <span className="sp" />
        {set > 0 && <span className="t3">{t('form.set', { count: set })}</span>}
      </div>
      {open && (
        <>
          <ExpiryField zone={zone} />
          <KeyLimitsField beside={own && <AccountLimits />} />
          <ModelsField owner={owner} />
          <IpsField own={own} />
        </>
      )}
    </>
  )
}
