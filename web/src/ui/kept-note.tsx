import { useTexts } from '../i18n/use-texts.ts'
import type { Kept } from '../lib/kept.ts'
import { Note } from './note.tsx'

/** Says that what was typed before the session ended is back, and which secrets are to be typed again; nothing while nothing came back. */
export function KeptNote({ of }: { of: Kept | null }) {
  const t = useTexts('common')
  if (of === null) return null
  const lost = of.lost.map((name) => t(`kept.secret.${name}`)).join(t('kept.comma'))
  return (
    <Note tone={lost === '' ? 'info' : 'warn'} urgent={lost !== ''}>
      <span>
        {Object.keys(of.typed).length > 0 && <span className="block">{t('kept.back')}</span>}
        {lost !== '' && <span className="block">{t('kept.again', { fields: lost })}</span>}
      </span>
    </Note>
  )
}
