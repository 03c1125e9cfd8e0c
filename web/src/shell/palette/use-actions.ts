import {
  Calculator,
  Contrast,
  Copy,
  FlaskConical,
  Keyboard,
  Languages,
  LogOut,
  PanelLeft,
  Plus,
  Rows3,
  type LucideIcon,
} from 'lucide-react'
import type { palette } from '../../i18n/zh-CN/palette.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { LANGUAGE_NAMES, useLocale } from '../../lib/locale.ts'
import { openOverlay } from '../../lib/overlays.ts'
import { savePreferences, usePreferences } from '../../lib/preferences.ts'
import { useScope } from '../../lib/scope.ts'
import { useSearchParams } from '../../lib/search-params.ts'
import { signOut } from '../../lib/session.ts'
import { speak } from '../../lib/speak.ts'
import { setTheme, useShownTheme } from '../../lib/theme.ts'
import { useOrigin } from '../../lib/use-origin.ts'
import { copyAloud } from '../../ui/copy-aloud.ts'
import { toggleSidebar } from '../global-keys.ts'
import type { Entry } from './entry.ts'
import { spellingOf } from '../../lib/palette/spelling.ts'

type Name = keyof (typeof palette)['action']
type Deed = { name: Name; icon: LucideIcon; after?: string; keys?: readonly string[] } & (
  | { href: string }
  | { run: () => void }
)

/** What can be done from anywhere. */
export function useActions(): Entry[] {
  const t = useTexts('palette')
  const scope = useScope()
  const deeds = [...(scope === 'admin' ? ADMIN_DEEDS : []), ...USER_DEEDS, ...useSwitches()]
  return deeds.map(({ name, ...rest }): Entry => {
    const title = t(`action.${name}`)
    return { id: `do:${name}`, group: 'actions', title, ...spellingOf(title, t(`words.actions.${name}`)), ...rest }
  })
}

const USER_DEEDS: readonly Deed[] = [
  { name: 'create_key', icon: Plus, href: '/dashboard/api-keys?new=1' },
  { name: 'estimate', icon: Calculator, href: '/dashboard/models-providers?calc=1' },
]

const ADMIN_DEEDS: readonly Deed[] = [
  { name: 'add_user', icon: Plus, href: '/admin/users?new=1' },
  { name: 'add_provider', icon: Plus, href: '/admin/models-providers?new=1' },
]

/** What is opened, copied or switched on the spot, with how it stands now. */
function useSwitches(): Deed[] {
  const t = useTexts('palette')
  const [, change] = useSearchParams()
  const theme = useShownTheme()
  const language = useLocale()
  const { density, sidebar } = usePreferences()
  const base = `${useOrigin()}/v1`
  const copyBase = () => copyAloud(base, t('copied', { text: base }))
  const save = (patch: Parameters<typeof savePreferences>[0]) => void savePreferences(patch).catch(() => null)
  return [
    { name: 'try_model', icon: FlaskConical, run: () => change({ try: '1' }, { push: true }) },
    { name: 'copy_base', icon: Copy, after: base, run: () => void copyBase() },
    {
      name: 'theme',
      icon: Contrast,
      after: t(`now.${theme}`),
      run: () => setTheme(theme === 'dark' ? 'light' : 'dark'),
    },
    {
      name: 'language',
      icon: Languages,
      after: LANGUAGE_NAMES[language],
      run: () => void speak(language === 'en' ? 'zh-CN' : 'en'),
    },
    {
      name: 'density',
      icon: Rows3,
      after: t(`now.${density}`),
      run: () => save({ density: density === 'compact' ? 'comfortable' : 'compact' }),
    },
    { name: 'sidebar', icon: PanelLeft, after: t(`now.${sidebar}`), keys: ['['], run: toggleSidebar },
    { name: 'shortcuts', icon: Keyboard, keys: ['?'], run: () => openOverlay('help') },
    { name: 'sign_out', icon: LogOut, run: () => void signOut() },
  ]
}
