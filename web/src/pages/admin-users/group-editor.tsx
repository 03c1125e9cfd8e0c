import { useId, useState } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import { adminCreateGroup, adminPatchGroup, type GroupView } from '../../../../src/contract/groups.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { CallError } from '../../lib/call-error.ts'
import { call } from '../../lib/call.ts'
import { withConsent } from '../../lib/consent.ts'
import { placeFaults, whyOf } from '../../lib/form-faults.ts'
import { toast } from '../../lib/toast.ts'
import { useKeptDraft } from '../../lib/kept-draft.ts'
import { useAttempt } from '../../lib/use-attempt.ts'
import { useTellDirty, type WaysOut } from '../../lib/use-unsaved.ts'
import { Button } from '../../ui/button.tsx'
import { DrawerBody, DrawerFoot } from '../../ui/drawer.tsx'
import { FailureNote } from '../../ui/failure-note.tsx'
import { KeptNote } from '../../ui/kept-note.tsx'
import { GroupFields } from './group-fields.tsx'
import { groupBodyOf, groupFormOf, type GroupForm } from './group-form.ts'
import { reloadUsers } from './use-user-deeds.ts'

type Props = { group: GroupView | null; onDirty: (dirty: boolean) => void; out: WaysOut }

/** Makes a group, or changes one; a newer version of it is not overwritten. */
export function GroupEditor({ group, onDirty, out }: Props) {
  const t = useTexts('users')
  const id = useId()
  const form = useForm<GroupForm>({ defaultValues: groupFormOf(group) })
  const { isDirty, isSubmitting } = form.formState
  useTellDirty(isDirty, onDirty)
  const kept = useKeptDraft(`group:${group === null ? 'new' : `${group.id}:${group.version}`}`, form)
  const [failure, setFailure] = useState<string | null>(null)
  const attempt = useAttempt()

  const submit = form.handleSubmit(async (values) => {
    setFailure(null)
    const body = groupBodyOf(values)
    try {
      const saved = await withConsent((consent) =>
        group === null
          ? attempt((name) => call(adminCreateGroup, { body, attempt: name }))
          : call(adminPatchGroup, { params: { id: group.id }, body: { ...body, ...consent }, ifMatch: group.version }),
      )
      if (saved === undefined) return
      toast.success(t('group.saved', { name: saved.name }))
      await reloadUsers()
      out.done()
    } catch (error) {
      const fields = error instanceof CallError ? error.fields : {}
      const rest = placeFaults(form, fields)
      if (rest.length > 0 || Object.keys(fields).length === 0) setFailure(rest[0] ?? whyOf(error, t('failed.retry')))
    }
  })

  return (
    <>
      <DrawerBody>
        <form
          id={id}
          noValidate
          className="grid grid-cols-[minmax(0,1fr)] gap-4.5"
          onSubmit={(event) => void submit(event)}
        >
          <KeptNote of={kept} />
          <FailureNote text={failure} />
          <FormProvider {...form}>
            <GroupFields />
          </FormProvider>
        </form>
      </DrawerBody>
      <DrawerFoot>
        <span className="sp hide" />
        <Button onClick={out.leave}>{t('form.cancel')}</Button>
        <Button type="submit" form={id} kind="primary" busy={isSubmitting}>
          {t('form.save')}
        </Button>
      </DrawerFoot>
    </>
  )
}
