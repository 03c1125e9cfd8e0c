import { Check } from 'lucide-react'
import { useFormContext } from 'react-hook-form'
import { useTexts } from '../../i18n/use-texts.ts'
import { addressesOf } from '../../lib/addresses-of.ts'
import { faultText } from '../../lib/form-faults.ts'
import { Icon } from '../icon.tsx'
import { TextArea } from '../text-area.tsx'
import { OwnAddress } from './own-address.tsx'
import { badIps, type KeyForm } from '../../lib/key/key-form.ts'
import './key.css'

/** From which addresses a key, or an account, may be used; of a reader's `own` it is told which one is theirs now. */
export function IpsField({ own }: { own: boolean }) {
  const t = useTexts('keys')
  const { register, watch, setValue, formState } = useFormContext<Pick<KeyForm, 'allow_ips'>>()
  const text = watch('allow_ips')
  const bad = badIps(text)
  const listed = addressesOf(text)
  const count = listed.length
  const fine = count > 0 && bad.length === 0
  const add = (address: string) =>
    setValue('allow_ips', [...listed, address].join('\n'), { shouldDirty: true, shouldValidate: formState.isSubmitted })
  return (
    <TextArea
      label={t('form.ips')}
      beside
      rows={2}
      className="m keys-ips"
      spellCheck={false}
      hint={
        <>
          {fine ? (
            <span className="row gap4 ok">
              <Icon of={Check} small />
              {t('form.ips_fine', { count })}
            </span>
          ) : (
            t('form.ips_hint')
          )}
          {own && <OwnAddress listed={listed} onAdd={add} />}
        </>
      }
      error={faultText(formState.errors.allow_ips, t('rule.ips', { entry: bad[0] ?? '' }))}
      {...register('allow_ips', { validate: (value) => badIps(value).length === 0 })}
    />
  )
}
