/** A longer text is seldom asked for again, and would take memory. */
const MOST_LETTERS = 200

/**
 * A pure function of a text that keeps its last answers: few texts are asked for over and over. It forgets all of them when there
 * are `most`, which costs less than knowing which was asked for last.
 */
export function remembered<T>(find: (text: string) => T, most = 256): (text: string) => T {
  const found = new Map<string, T>()
  return (text) => {
    const known = found.get(text)
    if (known !== undefined) return known
    const answer = find(text)
    if (found.size >= most) found.clear()
    if (text.length <= MOST_LETTERS) found.set(text, answer)
    return answer
  }
}
