import { useTexts } from '../../i18n/use-texts.ts'
import { useUser } from '../../lib/session.ts'
import { useLimitWords } from '../limits/use-limit-words.ts'

/** What the account may use in all, beside what a key of it may; nothing where that is not limited. */
export function AccountLimits() {
  const t = useTexts('keys')
  const words = useLimitWords()
  const limits = useUser()?.limits ?? []
  if (limits.length === 0) return null
  const told = limits.map((limit) =>
    t('form.account_limit', { name: words.name(limit), max: words.max(limit), used: words.used(limit) }),
  )
  return <span className="t3 n">{t('form.account', { limits: told.join(t('form.account_and')) })}</span>
}
