/** What a Mac calls the key that others call Ctrl. */
export const MOD = /Mac|iPhone|iPad/.test(navigator.platform) ? '⌘' : 'Ctrl'

/** Every shortcut there is, in the groups it is told in; the names are keys of the `shortcuts` texts. */
export const SHORTCUTS = {
  global: [
    ['palette', [MOD, 'K']],
    ['search', ['/']],
    ['help', ['?']],
    ['sidebar', ['[']],
    ['close', ['Esc']],
  ],
  go: [
    ['dashboard', ['g', 'd']],
    ['usage', ['g', 'u']],
    ['keys', ['g', 'k']],
    ['models', ['g', 'm']],
    ['tutorial', ['g', 't']],
    ['admin', ['g', 'a']],
  ],
  act: [
    ['create', ['c']],
    ['range', ['t']],
    ['refresh', ['r']],
    ['live', ['l']],
    ['export', ['e']],
  ],
  list: [
    ['move', ['j', 'k']],
    ['open', ['Enter']],
    ['select', ['x']],
  ],
} as const
