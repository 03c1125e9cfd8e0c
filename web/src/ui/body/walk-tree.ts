import type { KeyboardEvent } from 'react'

/** The line before one. */
export const lineBefore = (item: Element) => item.previousElementSibling as HTMLElement | null
const nextOf = (item: HTMLElement) => item.nextElementSibling as HTMLElement | null
const levelOf = (item: Element) => Number(item.getAttribute('aria-level'))

/** Where a key leads from a line; what is pressed instead of left stays where it is. */
const KEYS: Readonly<Record<string, (item: HTMLElement, expanded: string | null) => HTMLElement | null | undefined>> = {
  ArrowDown: nextOf,
  ArrowUp: lineBefore,
  Home: (item) => item.parentElement?.firstElementChild as HTMLElement | null,
  End: (item) => item.parentElement?.lastElementChild as HTMLElement | null,
  ArrowRight: (item, expanded) => (expanded === 'true' ? nextOf(item) : pressed(item, expanded !== null)),
  ArrowLeft: (item, expanded) => (expanded === 'true' ? pressed(item, true) : parentOf(item)),
  Enter: (item) => pressed(item, true),
  ' ': (item) => pressed(item, true),
}

function pressed(item: HTMLElement, wanted: boolean): null {
  if (wanted) item.click()
  return null
}

function parentOf(item: HTMLElement): HTMLElement | null {
  for (let before = lineBefore(item); before; before = lineBefore(before))
    if (levelOf(before) < levelOf(item)) return before
  return null
}

/** Follows a key that was pressed on a line of a tree: arrows go along, in and out, Home and End to the ends, Enter and Space press. */
export function walkTree(event: KeyboardEvent<HTMLElement>): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
  const item = event.currentTarget
  const lead = KEYS[event.key]
  if (!lead) return
  event.preventDefault()
  lead(item, item.getAttribute('aria-expanded'))?.focus()
}
