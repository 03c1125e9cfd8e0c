import { pack, type PackedRecord } from '../../core/packed-record.ts'
import { faultFields, type Log } from '../../telemetry/log.ts'
import { type Line, settledIn } from './line.ts'
import { readLines } from './read-lines.ts'
import type { Shelf } from './shelf.ts'
import type { Tail } from './tail.ts'

/** A place in the journal: everything before it has been dealt with. */
type Position = { segment: number; offset: number }

type FlusherOptions = {
  shelf: Shelf
  /** The newest lines, which need not be read back. */
  tail: Tail
  /** What the database has; null when it has nothing of this journal. */
  stored: Position | null
  /** Segments before this one were written by processes that are gone. */
  firstSegment: number
  /** Writes rows and the position in one transaction; rows that are there already change nothing. */
  write: (records: readonly PackedRecord[], position: Position) => Promise<void>
  /** Everything of earlier processes is in the database, and nothing yet of this one; what comes waits for it. */
  onRecovered: () => Promise<void>
  log: Log
  lingerMs: number
}

/** What a tenth of a second brings at the most that one core relays; larger ones cost a row less, and everybody else a longer wait. */
const BATCH = 2000
const RETRY_MS = [100, 500, 2000, 5000]

/**
 * Moves what is settled from the journal into the database, in the order of the lines. What is not of the last moment it reads
 * from the file, so that a database that is away costs no memory. Where the segments of earlier processes end, requests they left open are closed as their last
 * lines say.
 */
export class Flusher {
  readonly #options: FlusherOptions
  readonly #open = new Map<string, Line>()
  readonly #start: Position
  #cursor: Position
  #batch: PackedRecord[] = []
  /** The position moves even when there is no row to write. */
  #due = false
  #bad = 0
  #failures = 0
  #timer: NodeJS.Timeout | null = null
  #running: Promise<void> | null = null
  #stopped = false

  constructor(options: FlusherOptions) {
    const { shelf, stored, firstSegment } = options
    this.#options = options
    // From the segment's beginning: it names every request that was open when it began.
    const first = shelf.segments.keys().find((number) => number >= (stored?.segment ?? 0))
    this.#cursor = { segment: Math.min(first ?? firstSegment, firstSegment), offset: 0 }
    this.#start = stored ?? { ...this.#cursor }
  }

  /** Flushes after a moment in which more may come. */
  nudge(): void {
    this.#schedule(this.#options.lingerMs)
  }

  /** Resolves when everything written so far is in the database; rejects when the database does not take it. */
  async drained(): Promise<void> {
    await this.#running?.catch(() => undefined)
    await this.#run()
  }

  /** Starts nothing any more, and resolves when what is under way has ended. */
  async stop(): Promise<void> {
    this.#stopped = true
    if (this.#timer) clearTimeout(this.#timer)
    await this.#running?.catch(() => undefined)
  }

  #schedule(afterMs: number): void {
    if (this.#timer || this.#running || this.#stopped) return
    this.#timer = setTimeout(() => {
      this.#timer = null
      this.#run().catch(() => undefined)
    }, afterMs)
  }

  #run(): Promise<void> {
    this.#running ??= this.#pass().then(
      () => this.#ended(0),
      (error: unknown) => {
        this.#ended(this.#failures + 1)
        this.#options.log.error('records are not written to the database; will try again', {
          count: this.#failures,
          ...faultFields(error),
        })
        throw error
      },
    )
    return this.#running
  }

  #ended(failures: number): void {
    // Whoever reads that it fails waits to read that it is over.
    if (failures === 0 && this.#failures > 0)
      this.#options.log.info('records are written to the database again', { count: this.#failures })
    this.#failures = failures
    this.#running = null
    if (failures > 0) this.#schedule(RETRY_MS[Math.min(failures, RETRY_MS.length) - 1] ?? 0)
    else if (!this.#caughtUp()) this.nudge()
  }

  #caughtUp(): boolean {
    const { segment, offset } = this.#cursor
    return offset >= this.#sizeOf(segment) && this.#next() === null
  }

  /** Reads and writes until nothing is left. */
  async #pass(): Promise<void> {
    await this.#flush()
    while (!this.#caughtUp() && !this.#stopped) {
      const run = this.#options.tail.take(this.#cursor)
      if (run) {
        this.#batch.push(...settledIn(run.lines))
        this.#cursor.offset = run.end
        if (this.#batch.length >= BATCH) await this.#flush()
        continue
      }
      const { segment, offset } = this.#cursor
      const size = this.#sizeOf(segment)
      const found = offset < size ? await readLines(this.#options.shelf.path(segment), offset, size) : null
      if (found && found.end > offset) await this.#take(found)
      else await this.#turnPage(size > offset)
    }
    await this.#flush()
  }

  async #take({ lines, bad, end }: Awaited<ReturnType<typeof readLines>>): Promise<void> {
    for (const one of lines) {
      this.#read(one.line, one.end)
      if (this.#batch.length >= BATCH) await this.#flush()
    }
    this.#bad += bad
    this.#cursor.offset = end
  }

  #read(line: Line, end: number): void {
    const { stored, firstSegment } = this.#options
    this.#cursor.offset = end
    const { segment } = this.#cursor
    if (line.kind !== 'settle') {
      if (segment < firstSegment) this.#open.set(line.id, line)
      return
    }
    this.#open.delete(line.id)
    if (stored && (segment < stored.segment || (segment === stored.segment && end <= stored.offset))) return
    this.#push(line)
  }

  #push(line: Line): void {
    const record = line.record()
    if (record) this.#batch.push(pack(record))
    else this.#bad += 1
  }

  /** Goes on to the next segment; where this process begins, closes what earlier ones left open. */
  async #turnPage(torn: boolean): Promise<void> {
    const next = this.#next()
    if (next === null) return
    const { firstSegment, log } = this.#options
    if (torn) this.#bad += 1
    const crossing = this.#cursor.segment < firstSegment && next >= firstSegment
    if (crossing) {
      // Rows that are settled go first: the database keeps the first row of an id.
      await this.#flush()
      for (const line of this.#open.values()) this.#push(line)
      if (this.#open.size > 0) log.info('requests that a stop cut short are closed', { count: this.#open.size })
      this.#open.clear()
      await this.#flush()
      await this.#options.onRecovered()
    }
    if (this.#bad > 0) log.warn('lines of the journal were unreadable', { count: this.#bad })
    this.#bad = 0
    this.#cursor = { segment: next, offset: 0 }
    this.#due = next >= firstSegment
    await this.#flush()
  }

  async #flush(): Promise<void> {
    if (this.#batch.length === 0 && !this.#due) return
    const position = this.#position()
    await this.#options.write(this.#batch, position)
    this.#batch = []
    this.#due = false
    await this.#options.shelf.removeBefore(position.segment)
  }

  /**
   * The database's new position. It does not move through segments of earlier processes, since what they left open is known only
   * at their end: a crash on the way starts over, and rows that are there already change nothing.
   */
  #position(): Position {
    return this.#cursor.segment < this.#options.firstSegment ? this.#start : { ...this.#cursor }
  }

  #sizeOf(segment: number): number {
    return this.#options.shelf.segments.get(segment) ?? 0
  }

  /** The number of the segment after the cursor's; null when there is none yet. */
  #next(): number | null {
    const { shelf, firstSegment } = this.#options
    const next = shelf.segments.keys().find((number) => number > this.#cursor.segment)
    if (this.#cursor.segment >= firstSegment) return next ?? null
    return Math.min(next ?? firstSegment, firstSegment)
  }
}
