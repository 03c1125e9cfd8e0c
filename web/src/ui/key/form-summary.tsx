import { useFormContext } from 'react-hook-form'
import { useTexts } from '../../i18n/use-texts.ts'
import { addressesOf } from '../../lib/addresses-of.ts'
import type { KeyForm } from '../../lib/key/key-form.ts'
import { useLimitWords } from '../limits/use-limit-words.ts'

/** What the filled form amounts to, in one line. */
export function FormSummary() {
  const t = useTexts('keys')
  const words = useLimitWords()
  const { expiry, expires_at, limits, models, allow_models, allow_ips } = useFormContext<KeyForm>().watch()
  const bounded = limits.filter(({ max }) => max.trim() !== '')
  const ips = addressesOf(allow_ips).length
  const parts = [
    expiry === 'never'
      ? t('summary.never')
      : expiry === 'custom'
        ? expires_at !== '' && t('summary.until', { date: expires_at })
        : t('summary.for', { span: t(`form.expiries.${expiry}`) }),
    bounded.length > 0 && words.list(bounded),
    models === 'all' ? t('summary.all_models') : t('summary.models', { count: allow_models.length }),
    ips > 0 && t('summary.ips', { count: ips }),
  ]
  return <span className="keys-sum">{parts.filter(Boolean).join(t('summary.comma'))}</span>
}
