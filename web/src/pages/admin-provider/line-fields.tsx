import { Controller, useFormContext } from 'react-hook-form'
import { useTexts } from '../../i18n/use-texts.ts'
import { faultText } from '../../lib/form-faults.ts'
import { Switch } from '../../ui/switch.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { TextField } from '../../ui/text-field.tsx'
import type { EditForm } from './edit-form.ts'

/** The way out to a provider: a proxy, certificates of one's own, HTTP/2. */
export function LineFields() {
  const t = useTexts('providers')
  const { register, control, formState } = useFormContext<EditForm>()
  const { errors } = formState
  return (
    <details className="col">
      <summary>{t('detail.line')}</summary>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3 pt-3">
        <TextField
          label={t('detail.proxy')}
          hint={t('detail.proxyHint')}
          placeholder="socks5://user:password@proxy.example:1080"
          className="m"
          autoComplete="off"
          data-1p-ignore
          spellCheck={false}
          error={faultText(errors.proxy, t('bad.proxy'))}
          {...register('proxy')}
        />
        <TextArea
          label={t('detail.ca')}
          placeholder="-----BEGIN CERTIFICATE-----"
          className="m"
          rows={3}
          spellCheck={false}
          error={faultText(errors.ca, t('bad.ca'))}
          {...register('ca')}
        />
        <Controller
          control={control}
          name="http2"
          render={({ field }) => (
            <label className="row gap12">
              <Switch checked={field.value} onChange={field.onChange} />
              <span>
                {t('detail.http2')}
                <span className="t3 block">{t('detail.http2Hint')}</span>
              </span>
            </label>
          )}
        />
      </div>
    </details>
  )
}
