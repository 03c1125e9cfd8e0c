/** What one write put into a segment: from which byte to which, and the lines themselves. */
type Run = { segment: number; from: number; end: number; lines: Buffer }

const MOST_BYTES = 16 * 1024 * 1024

/**
 * The newest writes of the journal, kept so that what is moved on at once need not be read back and checked. It is a cache of the
 * file and bounded: whoever is further behind reads the file. Bytes, as texts that wait for their batch would each become old, and
 * with them a third of what the collector of old objects has to do.
 */
export class Tail {
  #runs: Run[] = []
  #bytes = 0

  add(run: Run): void {
    this.#runs.push(run)
    this.#bytes += run.lines.length
    // Whoever has not come for them by now is far behind, and reads the rest as well.
    if (this.#bytes > MOST_BYTES) this.#forget(this.#runs.length - 1)
  }

  /** The run that begins just here; what lies before it is forgotten. */
  take({ segment, offset }: { segment: number; offset: number }): Run | undefined {
    const at = this.#runs.findIndex((run) => run.segment > segment || (run.segment === segment && run.from >= offset))
    this.#forget(at < 0 ? this.#runs.length : at)
    const [run] = this.#runs
    if (!run || run.segment !== segment || run.from !== offset) return undefined
    this.#forget(1)
    return run
  }

  #forget(count: number): void {
    for (const run of this.#runs.splice(0, count)) this.#bytes -= run.lines.length
  }
}
