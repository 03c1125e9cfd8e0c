import { useId } from 'react'
import { useTexts } from '../../i18n/use-texts.ts'
import { setTheme, THEMES, useTheme, type Theme } from '../../lib/theme.ts'
import { Kbd } from '../../ui/kbd.tsx'
import { Choice } from './row.tsx'
import { Section } from './section.tsx'

/** Theme, density and sidebar. */
export function Look() {
  const t = useTexts('settings')
  return (
    <Section id="look">
      <Themes />
      <Choice
        name="density"
        label={t('density.label')}
        hint={t('density.hint')}
        options={[
          { value: 'comfortable', label: t('density.comfortable') },
          { value: 'compact', label: t('density.compact') },
        ]}
      />
      <Choice
        name="sidebar"
        label={t('sidebar.label')}
        hint={
          <>
            {t('sidebar.hint')} <Kbd>[</Kbd>
          </>
        }
        options={[
          { value: 'open', label: t('sidebar.open') },
          { value: 'narrow', label: t('sidebar.narrow') },
        ]}
      />
    </Section>
  )
}

const PICTURES = { system: ['lt', 'dk half'], light: ['lt'], dark: ['dk'] } as const satisfies Record<
  Theme,
  readonly string[]
>

// Which theme it is concerns this browser, so it is not saved on the server.
function Themes() {
  const c = useTexts('common')
  const name = useId()
  const theme = useTheme()
  return (
    <fieldset className="ths" aria-label={c('theme.label')}>
      {THEMES.map((value) => (
        <label key={value} className="th">
          <span className="pv" aria-hidden="true">
            {PICTURES[value].map((picture) => (
              <span key={picture} className={`mini ${picture}`}>
                <i />
                <b />
                <u />
                <u />
              </span>
            ))}
          </span>
          <span className="row">
            <input type="radio" className="ra" name={name} checked={theme === value} onChange={() => setTheme(value)} />
            {c(`theme.${value}`)}
          </span>
        </label>
      ))}
    </fieldset>
  )
}
