import { useFormContext } from 'react-hook-form'
import { useTexts } from '../../i18n/use-texts.ts'
import { faultText } from '../../lib/form-faults.ts'
import { useMinute } from '../../lib/now.ts'
import { toLocalInput } from '../../lib/local-input.ts'
import { offsetName } from '../../lib/offset-name.ts'
import { Field } from '../field.tsx'
import { Segmented } from '../segmented.tsx'
import { endOf, type Expiry, type KeyForm } from '../../lib/key/key-form.ts'

const CHOICES: readonly Expiry[] = ['never', 'd30', 'd90', 'y1', 'custom']

/** How long a key lives. */
export function ExpiryField({ zone }: { zone: string }) {
  const t = useTexts('keys')
  const now = useMinute()
  const { register, watch, setValue, formState } = useFormContext<KeyForm>()
  const [expiry, date] = watch(['expiry', 'expires_at'])
  const end = endOf({ expiry, expires_at: date }, { now, zone })
  const error = formState.errors.expires_at
  // An end that has passed may stay as it is: the key is only being renamed, say.
  const unchanged = (value: string) => value !== '' && value === formState.defaultValues?.expires_at
  const hint =
    typeof end === 'number'
      ? t('form.ends', { time: toLocalInput(end, zone).replace('T', ' '), zone: offsetName(end, zone) })
      : t(end === null ? 'form.ends_never' : 'form.ends_pick')
  return (
    <Field label={t('form.expiry')} group beside hint={hint} error={faultText(error, t('rule.expiry'))}>
      {(wiring) => (
        <>
          <Segmented
            label={t('form.expiry')}
            options={CHOICES.map((value) => ({ value, label: t(`form.expiries.${value}`) }))}
            value={expiry}
            onChange={(value) => setValue('expiry', value, { shouldDirty: true })}
          />
          {expiry === 'custom' && (
            <input
              type="date"
              className="in keys-date"
              aria-label={t('form.last_day')}
              min={toLocalInput(now, zone).slice(0, 10)}
              {...wiring}
              {...register('expires_at', {
                validate: (value, form) => form.expiry !== 'custom' || unchanged(value) || isAhead(value, now, zone),
              })}
            />
          )}
        </>
      )}
    </Field>
  )
}

function isAhead(date: string, now: number, zone: string): boolean {
  const end = endOf({ expiry: 'custom', expires_at: date }, { now, zone })
  return typeof end === 'number' && end > now
}
