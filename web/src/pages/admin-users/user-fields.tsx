import { useQuery } from '@tanstack/react-query'
import { useFormContext } from 'react-hook-form'
import type { AdminUser } from '../../../../src/contract/admin-users.ts'
import { email } from '../../../../src/contract/common.ts'
import { adminListGroups } from '../../../../src/contract/groups.ts'
import { BILLINGS, ROLES } from '../../../../src/contract/users.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { faultText } from '../../lib/form-faults.ts'
import { faultsOf } from '../../lib/limits/rows.ts'
import { ask } from '../../lib/query.ts'
import { useUser } from '../../lib/session.ts'
import { useSite } from '../../lib/site.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Field } from '../../ui/field.tsx'
import { LimitsField } from '../../ui/limits/limits-field.tsx'
import { useLimitWords } from '../../ui/limits/use-limit-words.ts'
import { SecretField } from '../../ui/secret-field.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { Select } from '../../ui/select.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { NAME_MAX, NO_GROUP, NOTE_MAX, USUAL_GROUP, type UserForm } from './user-form.ts'

/** Who it is: e-mail, name, role, and of a new account how it signs in. */
export function BasicFields({ edited }: { edited: AdminUser | null }) {
  const t = useTexts('users')
  const own = useUser()?.id === edited?.id
  const { register, watch, setValue, formState } = useFormContext<UserForm>()
  const { errors } = formState
  return (
    <>
      <TextField
        label={t('field.email')}
        beside
        required
        type="email"
        autoComplete="off"
        data-focus-first={edited === null || undefined}
        hint={edited !== null && t(own ? 'own_email' : 'field.email_hint')}
        error={faultText(errors.email, t('rule.email'))}
        {...register('email', { validate: (text) => email.safeParse(text.trim()).success })}
      />
      <TextField
        label={t('field.name')}
        beside
        required
        autoComplete="off"
        maxLength={NAME_MAX}
        error={faultText(errors.name, t('rule.name'))}
        {...register('name', { validate: (text) => text.trim() !== '' })}
      />
      <Field label={t('col.role')} group beside hint={t(own ? 'own_role' : `role_hint.${watch('role')}`)}>
        {() => (
          <Segmented
            label={t('col.role')}
            options={ROLES.map((value) => ({
              value,
              label: t(`role.${value}`),
              disabled: own && value !== edited?.role,
            })).toReversed()}
            value={watch('role')}
            onChange={(role) => setValue('role', role, { shouldDirty: true })}
          />
        )}
      </Field>
      {edited === null && <PasswordFields />}
      <TextArea
        label={t('field.note')}
        beside
        rows={2}
        maxLength={NOTE_MAX}
        hint={t('field.note_hint')}
        error={faultText(errors.note, t('rule.note', { max: NOTE_MAX }))}
        {...register('note')}
      />
    </>
  )
}

function PasswordFields() {
  const t = useTexts('users')
  const { password_min_chars: least } = useSite()
  const { register, watch, setValue, formState } = useFormContext<UserForm>()
  const [credential, mustChange] = watch(['credential', 'must_change_password'])
  return (
    <Field
      label={t('field.password')}
      group
      beside
      hint={credential === 'generated' ? t('field.generated_hint') : undefined}
    >
      {() => (
        <>
          <Segmented
            label={t('field.password')}
            options={(['generated', 'given'] as const).map((value) => ({ value, label: t(`field.${value}`) }))}
            value={credential}
            onChange={(value) => setValue('credential', value)}
          />
          {credential === 'given' && (
            <div className="grid w-full gap-2">
              <SecretField
                label={<span className="vh">{t('field.password')}</span>}
                autoComplete="new-password"
                error={faultText(formState.errors.password, t('rule.password', { least }))}
                {...register('password', {
                  validate: (text, form) => form.credential === 'generated' || text.length >= least,
                })}
              />
              <label className="row text-cell">
                <Checkbox checked={mustChange} onChange={(on) => setValue('must_change_password', on)} />
                {t('field.must_change')}
              </label>
            </div>
          )}
        </>
      )}
    </Field>
  )
}

/** What bounds the account: its group, how it pays, and its own limits. */
export function BoundFields({ edited }: { edited: AdminUser | null }) {
  const t = useTexts('users')
  const words = useLimitWords()
  const { watch, setValue, register, formState } = useFormContext<UserForm>()
  const groups = useQuery(ask(adminListGroups)).data?.items ?? []
  const [group, billing, rows] = watch(['group', 'billing', 'limits'])
  register('limits', { validate: (value) => faultsOf(value).every((fault) => fault === null) })
  const faults = formState.errors.limits ? faultsOf(rows) : []
  const usual = groups.find((one) => one.default)
  const none =
    edited === null && usual !== undefined
      ? [{ value: USUAL_GROUP, label: t('group.usual', { name: usual.name }) }]
      : []
  const options = [
    ...none,
    { value: NO_GROUP, label: t('group.none') },
    ...groups.map(({ id, name }) => ({ value: id, label: name })),
  ]
  return (
    <>
      {groups.length > 0 && (
        <Field
          label={t('group.title')}
          beside
          hint={t('group.hint')}
          error={faultText(formState.errors.group, t('rule.group'))}
        >
          {(wiring) => (
            <Select
              wiring={wiring}
              options={options}
              value={options.some(({ value }) => value === group) ? group : NO_GROUP}
              onChange={(value) => setValue('group', value, { shouldDirty: true })}
            />
          )}
        </Field>
      )}
      <Field label={t('col.billing')} group beside hint={t(`billing_hint.${billing}`)}>
        {() => (
          <Segmented
            label={t('col.billing')}
            options={BILLINGS.map((value) => ({ value, label: t(`billing.${value}`) })).toReversed()}
            value={billing}
            onChange={(value) => setValue('billing', value, { shouldDirty: true })}
          />
        )}
      </Field>
      <Field label={t('limits.title')} group beside>
        {() => (
          <LimitsField
            rows={rows}
            onChange={(next) => setValue('limits', next, { shouldDirty: true, shouldValidate: formState.isSubmitted })}
            faults={rows.map((_, at) => words.fault(faults[at]))}
          />
        )}
      </Field>
    </>
  )
}
