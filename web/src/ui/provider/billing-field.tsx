import { Controller, useFormContext } from 'react-hook-form'
import { BILLING_TYPES, type BillingType } from '../../../../src/core/billing-type.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { Field } from '../field.tsx'
import { Segmented } from '../segmented.tsx'

/** How a provider is paid; stands inside a FormProvider whose form has `billing_type`. */
export function BillingField() {
  const t = useTexts('providers')
  const { control } = useFormContext<{ billing_type?: BillingType | undefined }>()
  const label = t('billingType.name')
  const options = BILLING_TYPES.map((value) => ({ value, label: t(`billingType.${value}`) }))
  return (
    <Field label={label} group>
      {() => (
        <Controller
          control={control}
          name="billing_type"
          render={({ field }) => (
            <Segmented
              className="justify-self-start"
              label={label}
              options={options}
              value={field.value ?? 'postpaid'}
              onChange={field.onChange}
            />
          )}
        />
      )}
    </Field>
  )
}
