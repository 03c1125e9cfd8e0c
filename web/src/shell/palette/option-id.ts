import type { Entry } from './entry.ts'

/** The id by which the input of the palette points at an option. */
export const optionId = (id: string, entry: Entry): string => `${id}-${entry.group}-${entry.id}`
