type Entry<K, V> = { readonly key: K; value: V; before: Entry<K, V> | null; after: Entry<K, V> | null }

/**
 * The entries of a map that were set last: of more than `most` the one that was set longest ago makes room. A Map alone knows its
 * first key only by looking past each that was taken out since its table was made: with fifty thousand of them for 40 µs each time.
 */
export class Latest<K, V> {
  readonly #most: number
  readonly #entries = new Map<K, Entry<K, V>>()
  #first: Entry<K, V> | null = null
  #last: Entry<K, V> | null = null

  constructor(most = Infinity) {
    this.#most = most
  }

  get size(): number {
    return this.#entries.size
  }

  /** The key that was set longest ago; undefined where there is none. */
  get oldest(): K | undefined {
    return this.#first?.key
  }

  /** The one that was set longest ago first. */
  *values(): Generator<V> {
    for (let entry = this.#first; entry; entry = entry.after) yield entry.value
  }

  has(key: K): boolean {
    return this.#entries.has(key)
  }

  get(key: K): V | undefined {
    return this.#entries.get(key)?.value
  }

  set(key: K, value: V): void {
    const known = this.#entries.get(key)
    if (known) {
      known.value = value
      if (known === this.#last) return
      this.#unlink(known)
      this.#append(known)
      return
    }
    const entry: Entry<K, V> = { key, value, before: null, after: null }
    this.#entries.set(key, entry)
    this.#append(entry)
    if (this.#entries.size > this.#most && this.#first) this.delete(this.#first.key)
  }

  delete(key: K): void {
    const known = this.#entries.get(key)
    if (!known) return
    this.#entries.delete(key)
    this.#unlink(known)
  }

  #append(entry: Entry<K, V>): void {
    entry.before = this.#last
    if (this.#last) this.#last.after = entry
    else this.#first = entry
    this.#last = entry
  }

  /** What is let go points nowhere: once old, it would keep alive whatever was set after it. */
  #unlink(entry: Entry<K, V>): void {
    const { before, after } = entry
    if (before) before.after = after
    else this.#first = after
    if (after) after.before = before
    else this.#last = before
    entry.before = null
    entry.after = null
  }
}
