import { hanPlaces } from './match.ts'

/** Reads the words of a dictionary for a title: how its Han characters are spelled, and behind a bar what else it is called. */
export function spellingOf(title: string, words: string): { spelled: readonly string[]; also: string } {
  const [spelling = '', also = ''] = words.split('|')
  const syllables = spelling.split(' ').filter(Boolean)
  // Titles without Han characters have nothing to spell: all their words are other names.
  return hanPlaces(title).length === syllables.length
    ? { spelled: syllables, also }
    : { spelled: [], also: words.replace('|', ' ') }
}
