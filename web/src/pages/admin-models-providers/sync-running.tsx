import { LoaderCircle } from 'lucide-react'
import { useTexts } from '../../i18n/use-texts.ts'
import { Icon } from '../../ui/icon.tsx'

/** A round of questions to all providers that is under way; `of` is 0 before it is known how many there are. */
export function SyncRunning({ done, of }: { done: number; of: number }) {
  const t = useTexts('offers')
  return (
    <div className="row rounded-card border border-line px-3 py-2.5 text-cell" role="status">
      <Icon of={LoaderCircle} className="spin" />
      {t('sync.running')}
      {of > 0 && <span className="t3 n">{t('sync.progress', { done, of })}</span>}
    </div>
  )
}
