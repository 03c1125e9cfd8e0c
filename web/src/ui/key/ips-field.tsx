import { Check } from 'lucide-react'
import { useFormContext } from 'react-hook-form'
import { useTexts } from '../../i18n/use-texts.ts'
import { addressesOf } from '../../lib/addresses-of.ts'
import { faultText } from '../../lib/form-faults.ts'
import { Icon } from '../icon.tsx'
import { TextArea } from '../text-area.tsx'
import { badIps, type KeyForm } from '../../lib/key/key-form.ts'

/** From which addresses a key may be used. */
export function IpsField() {
  const t = useTexts('keys')
  const { register, watch, formState } = useFormContext<KeyForm>()
  const text = watch('allow_ips')
  const bad = badIps(text)
  const count = addressesOf(text).length
  const fine = count > 0 && bad.length === 0
  return (
    <TextArea
      label={t('form.ips')}
      beside
      rows={2}
      className="m keys-ips"
      spellCheck={false}
      hint={
        fine ? (
          <span className="row gap4 ok">
            <Icon of={Check} small />
            {t('form.ips_fine', { count })}
          </span>
        ) : (
          t('form.ips_hint')
        )
      }
      error={faultText(formState.errors.allow_ips, t('rule.ips', { entry: bad[0] ?? '' }))}
      {...register('allow_ips', { validate: (value) => badIps(value).length === 0 })}
    />
  )
}
