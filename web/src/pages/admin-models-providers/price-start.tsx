import { useFormContext } from 'react-hook-form'
import { useTexts } from '../../i18n/use-texts.ts'
import { faultText } from '../../lib/form-faults.ts'
import { useMinute } from '../../lib/now.ts'
import { useZone } from '../../lib/use-format.ts'
import { offsetName } from '../../lib/offset-name.ts'
import { TextField } from '../../ui/text-field.tsx'
import type { ModelForm } from './model-form.ts'

/** From when on a changed price holds. Stands inside a FormProvider. */
export function PriceStart() {
  const t = useTexts('providers')
  const { register, formState } = useFormContext<ModelForm>()
  const zone = useZone()
  const now = useMinute()
  return (
    <TextField
      type="datetime-local"
      label={t('model.starts')}
      hint={t('model.startsHint', { zone: `${zone} (${offsetName(now, zone)})` })}
      error={faultText(formState.errors.starts, '')}
      {...register('starts')}
    />
  )
}
