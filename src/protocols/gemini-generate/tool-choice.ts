import type { ToolChoice } from '../translate/conversation.ts'

/** Google's words for how freely tools are chosen, in either of its protocols. */
export const MODES = ['auto', 'any', 'none', 'validated'] as const
type Mode = (typeof MODES)[number]

/** What is chosen by a mode, among some tools where they are named. */
export function choiceBy(mode: Mode, names: readonly string[]): ToolChoice {
  if (mode === 'none') return { mode }
  const required = mode === 'any'
  if (names.length > 0) return { mode: 'some', names, required }
  return { mode: required ? 'required' : 'auto' }
}

/** The mode of a choice. Names may be given with one that forces a call, or with the one that checks what is called. */
export function modeFor(choice: ToolChoice): Mode {
  switch (choice.mode) {
    case 'none':
    case 'auto':
      return choice.mode
    case 'required':
      return 'any'
    case 'some':
      return choice.required ? 'any' : 'validated'
    default:
      return choice satisfies never
  }
}
