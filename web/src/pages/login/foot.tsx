import { Monitor, Moon, Sun } from 'lucide-react'
import { useEffect, useState } from 'react'
import { setLocale } from '../../i18n/texts.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { useLocale } from '../../lib/locale.ts'
import { setTheme, THEMES, useTheme } from '../../lib/theme.ts'
import { Dot } from '../../ui/dot.tsx'
import { Icon } from '../../ui/icon.tsx'

const THEME_ICONS = { system: Monitor, light: Sun, dark: Moon } as const
const OTHER = { 'zh-CN': 'en', en: 'zh-CN' } as const

/** Under the card: is the service up, the language, the theme. */
export function Foot() {
  const c = useTexts('common')
  const theme = useTheme()
  const language = useLocale()
  const nextTheme = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? 'system'
  return (
    <div className="ft">
      <Health />
      <button type="button" className="row gap4" lang={OTHER[language]} onClick={() => void setLocale(OTHER[language])}>
        {language === 'en' ? '中文' : 'English'}
      </button>
      <button
        type="button"
        className="row gap4"
        aria-label={`${c('theme.label')}: ${c(`theme.${theme}`)}`}
        onClick={() => setTheme(nextTheme)}
      >
        <Icon of={THEME_ICONS[theme]} small />
        {c(`theme.${theme}`)}
      </button>
    </div>
  )
}

type HealthState = 'unknown' | 'ok' | 'down'
const TONES = { unknown: 'none', ok: 'ok', down: 'err' } as const

function Health() {
  const t = useTexts('login')
  const [state, setState] = useState<HealthState>('unknown')
  useEffect(() => {
    const leaving = new AbortController()
    fetch('/health', { signal: leaving.signal }).then(
      (answer) => {
        setState(answer.ok ? 'ok' : 'down')
        // Unread, it would keep its connection.
        void answer.body?.cancel()
      },
      () => leaving.signal.aborted || setState('down'),
    )
    return () => leaving.abort()
  }, [])
  return (
    <span className="row gap4" role="status">
      <Dot tone={TONES[state]} />
      {t(`health.${state}`)}
    </span>
  )
}
