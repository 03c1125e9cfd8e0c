/** So many are remembered; when there are more, all are forgotten and worked out again. */
const MOST = 500
/** A longer text is worked out each time, so that strangers cannot fill the memory. */
const MOST_LENGTH = 500

/** What is worked out of a text, remembered for texts that come again and again. */
export class Remembered<T> {
  readonly #of: (text: string) => T
  readonly #known = new Map<string, T>()

  constructor(of: (text: string) => T) {
    this.#of = of
  }

  of(text: string): T {
    const known = this.#known.get(text)
    if (known !== undefined) return known
    const found = this.#of(text)
    if (text.length > MOST_LENGTH) return found
    if (this.#known.size >= MOST) this.#known.clear()
    this.#known.set(text, found)
    return found
  }
}
