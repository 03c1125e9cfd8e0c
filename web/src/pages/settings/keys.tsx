import { useTexts } from '../../i18n/use-texts.ts'
import { usePreference } from '../../lib/preferences.ts'
import { ShortcutList } from '../../ui/shortcut-list.tsx'
import { Switch } from '../../ui/switch.tsx'
import { Row } from './row.tsx'
import { Section } from './section.tsx'
import { useSaving } from './use-saving.ts'

/** Whether single keys do something, and what they do. */
export function Keys() {
  const t = useTexts('settings')
  const on = usePreference('shortcuts')
  const { saving, save } = useSaving()
  return (
    <Section id="keys">
      <Row label={t('keys.label')} hint={t('keys.hint')} saving={saving} inline>
        <Switch aria-label={t('keys.label')} checked={on} onChange={(shortcuts) => save({ shortcuts })} />
      </Row>
      <div className="ks hide">
        <ShortcutList />
      </div>
    </Section>
  )
}
