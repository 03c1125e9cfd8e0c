/** Longer words than these tell nothing that a shorter one does not. */
const MAX_WORD_CHARS = 200

/**
 * A word of somebody else's as a column can hold it: PostgreSQL takes no NUL, and one such row would keep every later
 * one from being written.
 */
export function storableWord(text: string): string
/** Null stays null. */
export function storableWord(text: string | null): string | null
export function storableWord(text: string | null): string | null {
  return text && text.slice(0, MAX_WORD_CHARS).replaceAll('\0', '\u{fffd}')
}
