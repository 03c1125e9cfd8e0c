import { useState } from 'react'
import { Controller, useFormContext } from 'react-hook-form'
import { useTexts } from '../../i18n/use-texts.ts'
import { faultText } from '../../lib/form-faults.ts'
import { FoldSummary } from '../fold-summary.tsx'
import { Switch } from '../switch.tsx'
import { TextArea } from '../text-area.tsx'
import { TextField } from '../text-field.tsx'
import { lineInput, type LineForm } from '../../lib/provider/line-form.ts'

/** The way out to a provider: a proxy, certificates of one's own, HTTP/2; folded while nobody uses them, unless it `unfolds` for what is to be typed there. Stands inside a FormProvider. */
export function LineFields({ unfolds = false }: { unfolds?: boolean }) {
  const t = useTexts('providers')
  const { register, control, formState, getValues } = useFormContext<LineForm>()
  const { errors } = formState
  const [unfolded, setUnfolded] = useState(() => unfolds || Object.values(lineInput(getValues())).some(Boolean))
  return (
    // What is wrong in there must be seen.
    <details
      className="col"
      open={unfolded || errors.proxy !== undefined || errors.ca !== undefined}
      onToggle={(event) => setUnfolded(event.currentTarget.open)}
    >
      <FoldSummary className="py-3 desk:py-1">
        <b>{t('detail.line')}</b> <span className="t3">{t('detail.lineHint')}</span>
      </FoldSummary>
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
