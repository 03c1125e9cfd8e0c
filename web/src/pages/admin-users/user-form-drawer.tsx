import { useId, useState } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import { adminCreateUser, adminPatchUser, type AdminUser } from '../../../../src/contract/admin-users.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { CallError, isUnheard } from '../../lib/call-error.ts'
import { isOvertaken } from '../../lib/is-overtaken.ts'
import { call, MAKING_MS } from '../../lib/call.ts'
import { withConsent } from '../../lib/consent.ts'
import { placeFaults, whyOf } from '../../lib/form-faults.ts'
import { useKeptDraft } from '../../lib/kept-draft.ts'
import { currentUser, fetchMe } from '../../lib/session.ts'
import { toast } from '../../lib/toast.ts'
import { useAttempt } from '../../lib/use-attempt.ts'
import { useUnsaved } from '../../lib/use-unsaved.ts'
import { versionFor } from '../../lib/version-for.ts'
import { Button } from '../../ui/button.tsx'
import { Drawer, DrawerBody, DrawerFoot } from '../../ui/drawer.tsx'
import { FailureNote } from '../../ui/failure-note.tsx'
import { KeptNote } from '../../ui/kept-note.tsx'
import { AccessFields } from './access-fields.tsx'
import type { Told } from './password-once.tsx'
import { reloadUsers } from './use-user-deeds.ts'
import { bodyOf, changesOf, emptyForm, formOf, type UserForm } from './user-form.ts'
import { BasicFields, BoundFields } from './user-fields.tsx'

type Props = { onClose: () => void } & (
  | { edited: AdminUser; onTold?: undefined }
  /** A new account; its password, where one was made, must be shown now. */
  | { edited: null; onTold: (told: Told) => void }
)

/** Makes an account, an administrator's with the reader's own password; undefined when they decline. */
function made(body: ReturnType<typeof bodyOf>, attempt: ReturnType<typeof useAttempt>) {
  return withConsent(({ password: own_password }) =>
    attempt((name) => call(adminCreateUser, { body: { ...body, own_password }, withinMs: MAKING_MS, attempt: name })),
  )
}

type Saving = { edited: AdminUser; seen: AdminUser }

/** Changes an account whose form was filled from `seen`; undefined when the reader declines. */
function saved(body: ReturnType<typeof changesOf>, { edited, seen }: Saving) {
  const [params, ifMatch] = [{ id: edited.id }, versionFor(body, seen, edited)]
  return withConsent((consent) => call(adminPatchUser, { params, body: { ...body, ...consent }, ifMatch }))
}

/** Makes an account, or changes one; a newer version of it is not overwritten. */
export function UserFormDrawer({ edited, onTold, onClose }: Props) {
  const t = useTexts('users')
  const id = useId()
  const [before] = useState(() => (edited === null ? emptyForm : formOf(edited)))
  // What the form was filled from: the list behind it goes on.
  const [seen] = useState(edited)
  const form = useForm<UserForm>({ defaultValues: before })
  const { isDirty, isSubmitting } = form.formState
  const { leave, done } = useUnsaved(isDirty, onClose)
  const kept = useKeptDraft(`user:${edited?.id ?? 'new'}`, form)
  const [failure, setFailure] = useState<string | null>(null)
  const attempt = useAttempt()

  const submit = form.handleSubmit(async (values) => {
    setFailure(null)
    try {
      if (edited === null) {
        const account = await made(bodyOf(values), attempt)
        if (account === undefined) return
        const { one_time_password: password, ...user } = account
        toast.success(t('done.created', { name: user.name }))
        done()
        if (password !== null) onTold({ email: user.email, password, fresh: true })
      } else {
        if (!(await saved(changesOf(values, before), { edited, seen: seen ?? edited }))) return
        // Their own name and e-mail stand in the console's head.
        if (edited.id === currentUser()?.id) await fetchMe()
        toast.success(t('done.saved', { name: values.name.trim() }))
        done()
      }
      await reloadUsers()
    } catch (error) {
      if (edited === null && isUnheard(error)) {
        setFailure(t('failed.unheard'))
        return void reloadUsers()
      }
      if (isOvertaken(error)) void reloadUsers()
      const fields = error instanceof CallError ? error.fields : {}
      const rest = placeFaults(form, fields)
      if (rest.length > 0 || Object.keys(fields).length === 0) setFailure(rest[0] ?? whyOf(error, t('failed.retry')))
    }
  })

  return (
    <Drawer
      open
      composed
      width="slim"
      onClose={leave}
      title={t(edited === null ? 'act.create' : 'act.edit')}
      remark={edited !== null && <span className="t2 el">{edited.email}</span>}
    >
      <DrawerBody>
        <FormProvider {...form}>
          <form
            id={id}
            noValidate
            className="grid grid-cols-[minmax(0,1fr)] gap-4.5"
            onSubmit={(event) => void submit(event)}
          >
            <KeptNote of={kept} />
            <FailureNote text={failure} />
            <BasicFields edited={edited} />
            <BoundFields edited={edited} />
            <AccessFields own={currentUser()?.id === edited?.id} />
          </form>
        </FormProvider>
      </DrawerBody>
      <DrawerFoot>
        <span className="sp hide" />
        <Button onClick={leave}>{t('form.cancel')}</Button>
        <Button type="submit" form={id} kind="primary" busy={isSubmitting}>
          {t(edited === null ? 'form.create' : 'form.save')}
        </Button>
      </DrawerFoot>
    </Drawer>
  )
}
