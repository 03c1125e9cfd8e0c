import { store } from './store.ts'

/** What may be chosen, kept in the local storage of this browser; `system` follows the device. */
export const THEMES = ['system', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

// The same name and rule stand in `public/theme.js`, which runs before the first paint.
const STORED = 'ym.theme'
const dark = () => window.matchMedia('(prefers-color-scheme: dark)')

type State = { chosen: Theme; shown: 'light' | 'dark' }
const state = store<State>({ chosen: 'system', shown: 'light' })

function apply(): void {
  const stored = localStorage.getItem(STORED)
  const chosen = THEMES.find((one) => one === stored) ?? 'system'
  const shown = chosen === 'system' ? (dark().matches ? 'dark' : 'light') : chosen
  document.documentElement.dataset['theme'] = shown
  state.set({ chosen, shown })
}

/** Chooses a theme and remembers it in this browser. */
export function setTheme(next: Theme): void {
  localStorage.setItem(STORED, next)
  apply()
}

/** Follows the device and other tabs. */
export function startTheme(): void {
  dark().addEventListener('change', apply)
  window.addEventListener('storage', (event) => {
    if (event.key === STORED) apply()
  })
  apply()
}

/** What the visitor chose; `system` follows the device. */
export const useTheme = (): Theme => state.use((now) => now.chosen)

/** The theme that is shown: what `system` comes to on this device. */
export const useShownTheme = (): 'light' | 'dark' => state.use((now) => now.shown)
