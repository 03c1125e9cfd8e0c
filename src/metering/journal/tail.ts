import type { PackedRecord } from '../../core/packed-record.ts'

/** What one write put into a segment: from which byte to which, and the rows that are settled in it. */
type Run = { segment: number; from: number; end: number; settled: readonly PackedRecord[] }

const MOST_RECORDS = 4000

/**
 * The newest writes of the journal, kept so that what is moved on at once need not be read back and parsed. It is a cache of the
 * file and bounded: whoever is further behind reads the file.
 */
export class Tail {
  #runs: Run[] = []
  #records = 0

  add(run: Run): void {
    this.#runs.push(run)
    this.#records += run.settled.length
    // Whoever has not come for them by now is far behind, and reads the rest as well.
    if (this.#records > MOST_RECORDS) this.#forget(this.#runs.length - 1)
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
    for (const run of this.#runs.splice(0, count)) this.#records -= run.settled.length
  }
}
