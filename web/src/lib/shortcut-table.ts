/** What a Mac calls the key that others call Ctrl. */
export const MOD = /Mac|iPhone|iPad/.test(navigator.platform) ? '⌘' : 'Ctrl'

/** Every shortcut there is, in the groups it is told in, with keys as keyboards have them written; the names are keys of the `shortcuts` texts. */
export const SHORTCUTS = {
  global: [
    ['palette', [MOD, 'K']],
    ['search', ['/']],
    ['help', ['?']],
    ['sidebar', ['[']],
    ['close', ['Esc']],
  ],
  go: [
    ['dashboard', ['G', 'D']],
    ['usage', ['G', 'U']],
    ['keys', ['G', 'K']],
    ['models', ['G', 'M']],
    ['tutorial', ['G', 'T']],
    ['admin', ['G', 'A']],
  ],
  act: [
    ['create', ['C']],
    ['range', ['T']],
    ['refresh', ['R']],
    ['live', ['L']],
    ['export', ['E']],
  ],
  list: [
    ['move', ['J', 'K']],
    ['open', ['Enter']],
    ['select', ['X']],
  ],
} as const
