import { useTexts } from '../../i18n/use-texts.ts'

/** The name that was refused for one which rests with it, as their vendor limits both as one. */
export function LimitedBy({ model }: { model: string }) {
  const t = useTexts('requests')
  return <span className="t3 wrap-anywhere whitespace-normal">{t('path.shared', { model })}</span>
}
