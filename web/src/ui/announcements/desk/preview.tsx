import { useDeferredValue } from 'react'
import { useFormContext } from 'react-hook-form'
import type { Locale } from '../../../../../src/core/errors.ts'
import { useTexts } from '../../../i18n/use-texts.ts'
import { inLanguage } from '../../../lib/announcements/words.ts'
import { Markdown } from '../../markdown.tsx'
import { KindChip } from '../kind-chip.tsx'
import type { DeskForm } from './form.ts'

/** The announcement as readers of a language will see it, while it is written. */
export function Preview({ locale }: { locale: Locale }) {
  const t = useTexts('announcements')
  const { watch } = useFormContext<DeskForm>()
  const [kind, title, body] = watch(['kind', 'title', 'body'])
  const text = useDeferredValue(inLanguage(body, locale))
  return (
    <section className="desk-preview" aria-label={t('desk.preview')}>
      <div className="t3">{t('desk.preview')}</div>
      <KindChip kind={kind} />
      <h3>{inLanguage(title, locale)}</h3>
      {text === '' ? <p className="t3">{t('desk.preview_empty')}</p> : <Markdown text={text} />}
    </section>
  )
}
