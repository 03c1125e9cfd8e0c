import { preferencesNow } from './preferences.ts'

// In a list of choices, open or closed, letters find a choice.
const TYPING =
  'input:not([type=range]):not([type=checkbox]):not([type=radio]), textarea, select, [role=combobox], [role=listbox], [role=menu], [contenteditable=true]'
const LAYERS = {
  page: ['[role=dialog][data-open]', 'dialog[open]', '[role=menu]'],
  // A question, or another layer that was opened from it.
  over: ['dialog[open]', '[role=dialog][data-nested-dialog-open]'],
}

/** Whether an event belongs to a word that is still being composed. */
export const isComposing = (event: KeyboardEvent): boolean => event.isComposing || event.keyCode === 229

/** Whether it is the key of the command palette, which also counts while somebody types. */
export function isPaletteKey(event: KeyboardEvent): boolean {
  if (isComposing(event) || event.altKey || event.shiftKey) return false
  return event.key.toLowerCase() === 'k' && (event.metaKey || event.ctrlKey)
}

/**
 * Whether a key stands for itself: nobody types or composes, no modifier is held, and single keys are wanted. Keys of a
 * page rest while a layer is open over it; those of a layer, which says `over`, while one is open in front of that.
 */
export function isSingleKey(event: KeyboardEvent, where: 'page' | 'over' = 'page'): boolean {
  if (!preferencesNow().shortcuts || event.defaultPrevented || isComposing(event)) return false
  if (event.ctrlKey || event.metaKey || event.altKey) return false
  if (event.target instanceof Element && event.target.closest(TYPING)) return false
  return !LAYERS[where].some((layer) => document.querySelector(layer))
}
