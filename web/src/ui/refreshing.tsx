import { useTexts } from '../i18n/use-texts.ts'

/** A line of 2 px along the top of a block (position relative) whose data is being renewed; the old data stays. */
export function Refreshing({ on }: { on: boolean }) {
  const t = useTexts('ui')
  if (!on) return null
  return (
    <output className="refreshing">
      <span className="vh">{t('refreshing')}</span>
      <i />
    </output>
  )
}
