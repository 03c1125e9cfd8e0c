import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { Controller, FormProvider, useForm, useFormContext, useWatch } from 'react-hook-form'
import { adminListPresets } from '../../../../src/contract/presets.ts'
import type { Provider } from '../../../../src/contract/providers.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { faultText, placeFaults, whyOf } from '../../lib/form-faults.ts'
import { useKeptDraft } from '../../lib/kept-draft.ts'
import { wholeNumber } from '../../lib/whole-number.ts'
import { ask } from '../../lib/query.ts'
import { toast } from '../../lib/toast.ts'
import { useUnsaved } from '../../lib/use-unsaved.ts'
import { Button } from '../../ui/button.tsx'
import { Drawer, DrawerBody, DrawerFoot } from '../../ui/drawer.tsx'
import { KeptNote } from '../../ui/kept-note.tsx'
import { Note } from '../../ui/note.tsx'
import { BalanceText } from '../../ui/provider/balance-text.tsx'
import { BillingField } from '../../ui/provider/billing-field.tsx'
import { BoundFields } from '../../ui/provider/bound-fields.tsx'
import { EndpointFields } from '../../ui/provider/endpoint-fields.tsx'
import { RoutingNumber } from '../../ui/provider/routing-number.tsx'
import { SecretField } from '../../ui/secret-field.tsx'
import { Switch } from '../../ui/switch.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { editForm, editFormOf, editPatch, movesAway, type EditForm } from './edit-form.ts'
import { LineFields } from '../../ui/provider/line-fields.tsx'
import type { ProviderSource } from './use-provider.ts'

type Props = {
  provider: Provider
  source: ProviderSource
  /** Somebody else was faster: the newest state is there, begin again from it. */
  onConflict: () => void
  onClose: () => void
}

/** Changes what a provider is called, when it is asked, and where it is. */
export function EditDrawer({ provider: newest, source, onConflict, onClose }: Props) {
  // What the form was filled from; data that arrives while somebody types changes neither.
  const [provider] = useState(newest)
  const t = useTexts('providers')
  const formId = useId()
  const preset = useQuery(ask(adminListPresets)).data?.items.find(({ id }) => id === provider.preset)
  const { form, kept, save, failure, leave } = useEditor({ provider, source, onConflict, onClose })
  return (
    <Drawer
      open
      composed
      onClose={leave}
      title={t('detail.editTitle')}
      remark={<span className="t3 m">{provider.slug}</span>}
    >
      <DrawerBody>
        <FormProvider {...form}>
          <form
            // Fields that hold what is typed themselves begin with what came back.
            key={String(kept !== null)}
            id={formId}
            noValidate
            className="grid grid-cols-[minmax(0,1fr)] gap-4.5"
            onSubmit={(event) => void save(event)}
          >
            <KeptNote of={kept} />
            {failure !== null && (
              <Note tone="err" urgent>
                <span>
                  <b>{t('detail.saveFailed')}</b> {failure}
                </span>
              </Note>
            )}
            <Basics />
            {provider.tells_balance && <BalanceAlert provider={provider} />}
            <EndpointFields
              preset={preset}
              more={(at, dialect) => <BoundFields at={at} dialect={t(`dialect.${dialect}`)} />}
            />
            <LineFields unfolds={kept?.lost.includes('proxy') ?? false} />
            <Secrets provider={provider} />
          </form>
        </FormProvider>
      </DrawerBody>
      <DrawerFoot>
        <span className="sp" />
        <Button onClick={leave}>{t('act.cancel')}</Button>
        <Button kind="primary" type="submit" form={formId} busy={form.formState.isSubmitting}>
          {t('act.save')}
        </Button>
      </DrawerFoot>
    </Drawer>
  )
}

function useEditor({ provider, source, onConflict, onClose }: Props) {
  const t = useTexts('providers')
  const [failure, setFailure] = useState<string | null>(null)
  const form = useForm<EditForm>({
    resolver: zodResolver(editForm),
    defaultValues: editFormOf(provider),
  })
  const { leave, done } = useUnsaved(form.formState.isDirty, onClose)
  const kept = useKeptDraft(`provider:${provider.id}:${provider.version}`, form)
  const save = form.handleSubmit(async () => {
    setFailure(null)
    const saved = await source.save(provider, editPatch(provider, form.getValues()))
    if (saved.ok) {
      toast.success(t('detail.saved'))
      done()
    } else if (saved.error) {
      placeFaults(form, saved.error.fields)
      setFailure(whyOf(saved.error, t('act.noAnswer')))
    } else if (saved.isOld) onConflict()
  })
  return { form, kept, save, failure, leave }
}

function Basics() {
  const t = useTexts('providers')
  const { register, control, formState } = useFormContext<EditForm>()
  const { errors } = formState
  return (
    <div className="grid grid-cols-3 gap-3">
      <div className="col-span-full">
        <TextField
          label={t('connection.name')}
          maxLength={64}
          autoComplete="off"
          error={faultText(errors.name, t('bad.name'))}
          {...register('name')}
        />
      </div>
      <RoutingNumber of="priority" fault={errors.priority} {...register('priority', { setValueAs: wholeNumber })} />
      <RoutingNumber of="weight" fault={errors.weight} {...register('weight', { setValueAs: wholeNumber })} />
      <TextField
        label={t('detail.multiplierLabel')}
        inputMode="decimal"
        className="n"
        before={<span aria-hidden="true">×</span>}
        error={faultText(errors.multiplier, t('bad.multiplier'))}
        {...register('multiplier')}
      />
      <p className="t3 col-span-full">{t('detail.multiplierHint')}</p>
      <div className="col-span-full">
        <BillingField />
      </div>
      <Controller
        control={control}
        name="drain_on_abort"
        render={({ field }) => (
          <label className="row gap12 col-span-full">
            <Switch checked={field.value} onChange={field.onChange} />
            <span>
              {t('detail.drain')}
              <span className="t3 block">{t('detail.drainHint')}</span>
            </span>
          </label>
        )}
      />
      <div className="col-span-full">
        <TextArea
          label={t('detail.note')}
          maxLength={500}
          error={faultText(errors.note, t('bad.note'))}
          {...register('note')}
        />
      </div>
    </div>
  )
}

function BalanceAlert({ provider }: { provider: Provider }) {
  const t = useTexts('providers')
  const { register, formState } = useFormContext<EditForm>()
  return (
    <TextField
      label={t('balance.alert')}
      hint={
        <>
          {t('balance.alertHint')}
          <span className="block">
            {t('balance.now')} <BalanceText provider={provider} lasts />
          </span>
        </>
      }
      inputMode="decimal"
      autoComplete="off"
      className="n"
      error={faultText(formState.errors.balance_alert, t('balance.alertBad'))}
      {...register('balance_alert')}
    />
  )
}

function Secrets({ provider }: { provider: Provider }) {
  const t = useTexts('providers')
  const { register, control } = useFormContext<EditForm>()
  const endpoints = useWatch({ control, name: 'endpoints' })
  if (!movesAway(provider, endpoints) || provider.credentials.length === 0) return null
  return (
    <section className="col" aria-label={t('detail.credentials')}>
      <Note tone="warn">
        <span role="status">{t('detail.addressChanged')}</span>
      </Note>
      {provider.credentials.map((credential, at) => (
        <SecretField
          key={credential.id}
          label={[credential.name, credential.last4].filter(Boolean).join(' · ')}
          required
          className="m"
          autoComplete="off"
          data-1p-ignore
          {...register(`secrets.${at}.secret`)}
        />
      ))}
    </section>
  )
}
