import { useFormContext } from 'react-hook-form'
import { useTexts } from '../../i18n/use-texts.ts'
import { ipsOf, type KeyForm } from './key-form.ts'

/** What the filled form amounts to, in one line. */
export function FormSummary() {
  const t = useTexts('keys')
  const { expiry, expires_at, models, allow_models, allow_ips } = useFormContext<KeyForm>().watch()
  const ips = ipsOf(allow_ips).length
  const parts = [
    expiry === 'never'
      ? t('summary.never')
      : expiry === 'custom'
        ? expires_at !== '' && t('summary.until', { date: expires_at })
        : t('summary.for', { span: t(`form.expiries.${expiry}`) }),
    models === 'all' ? t('summary.all_models') : t('summary.models', { count: allow_models.length }),
    ips > 0 && t('summary.ips', { count: ips }),
  ]
  return <span className="keys-sum">{parts.filter(Boolean).join(t('summary.comma'))}</span>
}
