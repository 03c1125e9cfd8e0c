import { useId, useState } from 'react'
import { useForm } from 'react-hook-form'
import { adminCreateGroup, adminListGroups, adminPatchGroup, type GroupView } from '../../../../src/contract/groups.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { CallError } from '../../lib/call-error.ts'
import { call } from '../../lib/call.ts'
import { withConsent } from '../../lib/consent.ts'
import { faultText, placeFaults, whyOf } from '../../lib/form-faults.ts'
import { faultsOf } from '../../lib/limits/rows.ts'
import { keyOf, queryClient } from '../../lib/query.ts'
import { toast } from '../../lib/toast.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { DrawerBody, DrawerFoot } from '../../ui/drawer.tsx'
import { Field } from '../../ui/field.tsx'
import { LimitsField } from '../../ui/limits/limits-field.tsx'
import { useLimitWords } from '../../ui/limits/use-limit-words.ts'
import { Note } from '../../ui/note.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { groupBodyOf, groupFormOf, isFactor, type GroupForm } from './group-form.ts'
import { NAME_MAX, NOTE_MAX } from './user-form.ts'

/** Makes a group, or changes one; a newer version of it is not overwritten. */
export function GroupEditor({ group, onDone }: { group: GroupView | null; onDone: () => void }) {
  const t = useTexts('users')
  const words = useLimitWords()
  const id = useId()
  const form = useForm<GroupForm>({ defaultValues: groupFormOf(group) })
  const { register, watch, setValue, formState } = form
  const { errors, isSubmitting, isSubmitted } = formState
  const [failure, setFailure] = useState<string | null>(null)
  const rows = watch('limits')
  const faults = errors.limits ? faultsOf(rows) : []
  register('limits', { validate: (value) => faultsOf(value).every((fault) => fault === null) })

  const submit = form.handleSubmit(async (values) => {
    setFailure(null)
    const body = groupBodyOf(values)
    try {
      const saved = await withConsent((consent) =>
        group === null
          ? call(adminCreateGroup, { body })
          : call(adminPatchGroup, { params: { id: group.id }, body: { ...body, ...consent }, ifMatch: group.version }),
      )
      if (saved === undefined) return
      toast.success(t('group.saved', { name: saved.name }))
      await queryClient.invalidateQueries({ queryKey: keyOf(adminListGroups) })
      onDone()
    } catch (error) {
      const fields = error instanceof CallError ? error.fields : {}
      const rest = placeFaults(form, fields)
      if (rest.length > 0 || Object.keys(fields).length === 0) setFailure(rest[0] ?? whyOf(error, t('failed.retry')))
    }
  })

  return (
    <>
      <DrawerBody>
        <form id={id} noValidate className="grid grid-cols-[minmax(0,1fr)] gap-4.5" onSubmit={(event) => void submit(event)}>
          {failure !== null && (
            <Note tone="err" urgent>
              <span>{failure}</span>
            </Note>
          )}
          <TextField
            label={t('field.name')}
            beside
            required
            autoComplete="off"
            maxLength={NAME_MAX}
            error={faultText(errors.name, t('rule.name'))}
            {...register('name', { validate: (text) => text.trim() !== '' })}
          />
          <TextField
            label={t('group.multiplier')}
            beside
            inputMode="decimal"
            autoComplete="off"
            className="n"
            before={<span className="t3">×</span>}
            hint={t('group.multiplier_hint')}
            error={faultText(errors.multiplier, t('rule.multiplier'))}
            {...register('multiplier', { validate: isFactor })}
          />
          <TextArea
            label={t('group.allow')}
            beside
            rows={3}
            className="m"
            spellCheck={false}
            hint={t('group.allow_hint')}
            error={faultText(errors.allow_models, t('rule.models'))}
            {...register('allow_models')}
          />
          <Field label={t('limits.title')} group beside hint={t('group.limits_hint')}>
            {() => (
              <LimitsField
                rows={rows}
                onChange={(next) => setValue('limits', next, { shouldDirty: true, shouldValidate: isSubmitted })}
                faults={rows.map((_, at) => words.fault(faults[at]))}
              />
            )}
          </Field>
          <Field label={t('group.default')} group beside>
            {() => (
              <label className="row min-h-8 text-cell">
                <Checkbox checked={watch('default')} onChange={(on) => setValue('default', on, { shouldDirty: true })} />
                {t('group.default_hint')}
              </label>
            )}
          </Field>
          <TextArea
            label={t('field.note')}
            beside
            rows={2}
            maxLength={NOTE_MAX}
            error={faultText(errors.note, t('rule.note', { max: NOTE_MAX }))}
            {...register('note')}
          />
        </form>
      </DrawerBody>
      <DrawerFoot>
        <span className="sp hide" />
        <Button onClick={onDone}>{t('form.cancel')}</Button>
        <Button type="submit" form={id} kind="primary" busy={isSubmitting}>
          {t('form.save')}
        </Button>
      </DrawerFoot>
    </>
  )
}
