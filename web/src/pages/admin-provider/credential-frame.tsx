import { useId, type BaseSyntheticEvent, type ReactNode } from 'react'
import { useFormContext } from 'react-hook-form'
import { useTexts } from '../../i18n/use-texts.ts'
import { faultText } from '../../lib/form-faults.ts'
import { wholeNumber } from '../../lib/whole-number.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { RoutingNumber } from '../../ui/provider/routing-number.tsx'
import { TextField } from '../../ui/text-field.tsx'

type Props = {
  title: string
  onSave: (event: BaseSyntheticEvent) => Promise<void>
  onClose: () => void
  children: ReactNode
}

/** The dialog around a form of a credential, which a `FormProvider` holds. */
export function CredentialFrame({ title, onSave, onClose, children }: Props) {
  const t = useTexts('providers')
  const formId = useId()
  const { isSubmitting } = useFormContext().formState
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      actions={
        <>
          <Button onClick={onClose}>{t('act.cancel')}</Button>
          <Button kind="primary" type="submit" form={formId} busy={isSubmitting}>
            {t('act.save')}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate className="mt-3 grid gap-3" onSubmit={(event) => void onSave(event)}>
        {children}
      </form>
    </Dialog>
  )
}

/** What every credential has: what it is called and when it is used. */
export function CredentialBasics() {
  const t = useTexts('providers')
  const { register, formState } = useFormContext<{ name: string; priority: number; weight: number }>()
  const { errors } = formState
  return (
    <>
      <TextField
        label={t('connection.credentialName')}
        maxLength={64}
        autoComplete="off"
        error={faultText(errors.name, t('bad.name'))}
        {...register('name')}
      />
      <div className="grid grid-cols-2 gap-3">
        <RoutingNumber of="priority" fault={errors.priority} {...register('priority', { setValueAs: wholeNumber })} />
        <RoutingNumber of="weight" fault={errors.weight} {...register('weight', { setValueAs: wholeNumber })} />
      </div>
    </>
  )
}
