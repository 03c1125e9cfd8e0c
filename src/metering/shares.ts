import { Crowd } from '../core/crowd.ts'

/** A crowd in shares of about the same size, of which one at a time is looked at. */
export class Shares<T> {
  readonly #shares: Crowd<T>[]
  #filled = 0
  #looked = 0

  constructor(count: number) {
    this.#shares = Array.from({ length: count }, () => new Crowd<T>())
  }

  get size(): number {
    return this.#shares.reduce((sum, { size }) => sum + size, 0)
  }

  /** Takes somebody in; disposing of the place lets them go. */
  add(one: T): Disposable {
    return this.#turn(this.#filled++).add(one)
  }

  /** The share whose turn it is; as many calls as there are shares give everybody. */
  next(): Iterable<T> {
    return this.#turn(this.#looked++)
  }

  all(): T[] {
    return this.#shares.flatMap((share) => [...share])
  }

  #turn(n: number): Crowd<T> {
    return this.#shares[n % this.#shares.length] as Crowd<T>
  }
}
