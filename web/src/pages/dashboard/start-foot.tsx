import { useTexts } from '../../i18n/use-texts.ts'
import { useUser } from '../../lib/session.ts'
import { useLimitWords } from '../../ui/limits/use-limit-words.ts'

/** Under the steps: what the reader may use, and what will stand here. */
export function StartFoot() {
  const t = useTexts('limits')
  const words = useLimitWords()
  const user = useUser()
  const limits = user?.limits.map((limit) => `${words.name(limit)} ${words.max(limit)}`) ?? []
  return (
    <div className="start-foot t3">
      {limits.length > 0 && <span className="n">{t('first.yours', { limits: limits.join(' · ') })}</span>}
      <span className="sp" />
      <span>{t('first.soon')}</span>
    </div>
  )
}
