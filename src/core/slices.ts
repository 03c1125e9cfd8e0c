/** How long work may have the loop, on which every stream waits. */
const SLICE_MS = 5

/** Long work in slices: between two of them everybody else has their turn. */
export class Slices {
  #began = performance.now()

  /** Resolves at once while there is time left in a slice, else at the beginning of the next. */
  async next(): Promise<void> {
    if (performance.now() - this.#began < SLICE_MS) return
    await new Promise((resolve) => setImmediate(resolve))
    this.#began = performance.now()
  }
}
