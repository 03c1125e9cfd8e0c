import { halfWidth } from '../../lib/half-width.ts'
import { find, type Found } from '../../lib/palette/match.ts'
import { GROUPS, type Entry, type Group } from './entry.ts'

/** What is looked for: everything, or behind a sign actions, users or a request. */
type Mode = 'all' | 'actions' | 'users' | 'requests'
/** What was typed without its sign; `text` is trimmed and may be empty. */
export type Asked = { mode: Mode; text: string }

/** Each also as a Chinese input method writes it. */
const SIGNS: Readonly<Record<string, Mode>> = {
  '>': 'actions',
  '＞': 'actions',
  '》': 'actions',
  '@': 'users',
  '＠': 'users',
  '#': 'requests',
  '＃': 'requests',
}

/** Reads what was typed. */
export function readAsked(typed: string): Asked {
  const text = halfWidth(typed.trim())
  const mode = SIGNS[text.slice(0, 1)]
  return mode === undefined ? { mode: 'all', text } : { mode, text: text.slice(1).trim() }
}

/** An entry that was found, and where in it. */
export type Result = { entry: Entry; found: Found }
/** A group in which something was found. */
export type Section = { group: Group; results: readonly Result[] }

/** So many of a group are read; before anything is looked for the groups are a menu, and whole. */
const MOST_OF_A_GROUP = 6

/** The entries an asked text finds, best first in each group; an entry stands in one group alone. */
export function resultsOf(entries: readonly Entry[], { mode, text }: Asked): Section[] {
  const shown = new Set<string>()
  return GROUPS.filter((group) => mode === 'all' || group === mode).flatMap((group) => {
    const results = entries
      .filter((entry) => entry.group === group && !shown.has(entry.id))
      .flatMap((entry): Result[] => {
        const found = find(text, entry) ?? (entry.answers === text ? ELSEWHERE : null)
        return found === null ? [] : [{ entry, found }]
      })
      .toSorted((one, other) => one.found.rank - other.found.rank)
      .slice(0, text === '' ? Infinity : MOST_OF_A_GROUP)
    for (const { entry } of results) shown.add(entry.id)
    return results.length === 0 ? [] : [{ group, results }]
  })
}

/** Found by the server in what the entry does not show. */
const ELSEWHERE: Found = { rank: 5, title: [], syllables: new Map() }
