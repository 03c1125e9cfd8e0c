import type { FieldError, UseFormRegisterReturn } from 'react-hook-form'
import { useTexts } from '../../i18n/use-texts.ts'
import { faultText } from '../../lib/form-faults.ts'
import { TextField } from '../text-field.tsx'

type Props = UseFormRegisterReturn & { of: 'priority' | 'weight'; fault: FieldError | undefined }

/** The priority or the weight of a provider or a credential; what is registered reads it with `wholeNumber`. */
export function RoutingNumber({ of, fault, ...field }: Props) {
  const t = useTexts('providers')
  return (
    <TextField
      label={t(`connection.${of}`)}
      inputMode="numeric"
      className="n"
      error={faultText(fault, t(`bad.${of}`))}
      {...field}
    />
  )
}
