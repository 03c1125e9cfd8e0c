const MOST_CHARS = 120

/** Marks that Markdown takes off a line, and what is left of links and pictures: their words. */
const MARKS: readonly (readonly [RegExp, string])[] = [
  [/```[^]*?(?:```|$)/g, ' '],
  // Neither part goes past the next opening bracket, so that brackets without an end take no time.
  [/!\[([^[\]]*)\]\((?:[^()]|\([^()]*\))*\)/g, '$1'],
  [/\[([^[\]]*)\]\((?:[^()]|\([^()]*\))*\)/g, '$1'],
  [/^\s{0,3}(?:#{1,6}|>|[-*+]|\d{1,9}[.)])\s+/gm, ''],
  [/[*_`~]+/g, ''],
  [/\s+/g, ' '],
]

/** The beginning of a Markdown text as plain words, in one line. */
export function excerptOf(markdown: string): string {
  const plain = MARKS.reduce((text, [mark, words]) => text.replace(mark, words), markdown).trim()
  const chars = Array.from(plain)
  return chars.length <= MOST_CHARS ? plain : `${chars.slice(0, MOST_CHARS).join('').trimEnd()}…`
}
