const letters = new Intl.Segmenter()

/** The first letter of a name as its reader sees it, for an avatar. */
export function initialOf(name: string): string {
  for (const { segment } of letters.segment(name)) return segment
  return ''
}
