/**
 * Those who are there now, where many come and go. A Set would do if it were not for V8: it links each table of a Set or Map
 * to the larger or cleaner one that follows. Once one of them is old, the collector of young objects takes all that came
 * after it for alive, and with them whoever was in them, however long they have left.
 */
export class Crowd<T> implements Iterable<T> {
  readonly #places: Place<T>[] = []

  get size(): number {
    return this.#places.length
  }

  /** Takes somebody in; disposing of the place lets them go. */
  add(one: T): Disposable {
    const place = new Place(one, this.#places)
    this.#places.push(place)
    return place
  }

  /** Everybody who is there now, in no order; who comes or leaves meanwhile changes nothing. */
  [Symbol.iterator](): Iterator<T> {
    return this.#places.map(({ one }) => one).values()
  }
}

const GONE = -1

class Place<T> implements Disposable {
  readonly one: T
  readonly #places: Place<T>[]
  #at: number

  constructor(one: T, places: Place<T>[]) {
    this.one = one
    this.#places = places
    this.#at = places.length
  }

  /** Whoever stands last takes the place; a second call does nothing. */
  [Symbol.dispose](): void {
    if (this.#at === GONE) return
    const last = this.#places.pop()
    if (last && last !== this) {
      this.#places[this.#at] = last
      last.#at = this.#at
    }
    this.#at = GONE
  }
}
