import { Crowd } from '../../core/crowd.ts'
import { GatewayError } from '../../core/errors.ts'
import { pack } from '../../core/packed-record.ts'
import type { RequestRecord } from '../../core/records.ts'
import type { Clock } from '../../core/time.ts'
import { faultFields, type Log } from '../../telemetry/log.ts'
import type { JournalDisk } from './disk.ts'
import type { LineKind } from './line.ts'
import type { Page } from './page.ts'
import { Sheet } from './sheet.ts'
import type { Shelf } from './shelf.ts'
import { Syncer, type Waiter } from './syncer.ts'
import type { Tail } from './tail.ts'

/** What a settled request waits for: that its line is written, or with `strict` that it is synced. */
export type Durability = 'normal' | 'strict'

type WriterOptions = {
  shelf: Shelf
  /** Learns what has been written. */
  tail: Tail
  disk: JournalDisk
  durability: Durability
  /** The number of the first segment it makes. */
  firstSegment: number
  segmentBytes: number
  clock: Pick<Clock, 'monotonicMs'>
  retryMs: number
  log: Log
  /** Called after each write, and when writing fails or succeeds again. */
  onWrite: () => void
}

type Segment = { number: number; file: number; bytes: number }

/** An answer's end waits so long for a disk that fails; then the connection is cut, and nothing is acknowledged. */
const HOLD_MS = 5000
/** Where nobody waits for a sync one may take longer: a disk that is busy for seconds is no reason to refuse requests. */
const STALLED_MS = 30_000

/** The writing end of the journal: what is put down in one turn of the event loop goes out as one write. */
export class Writer implements AsyncDisposable {
  readonly #options: WriterOptions
  readonly #syncer: Syncer
  /** Each new segment begins with the last line of every request that is not settled, so that old ones can go. */
  readonly #open = new Crowd<Page>()
  #segment: Segment | null = null
  readonly #sheet = new Sheet()
  #waiters: Waiter[] = []
  /** Who waits since this turn, by what they wait for: they share a promise. */
  #admitted: Waiter | null = null
  #settling: Waiter | null = null
  #due: NodeJS.Immediate | null = null
  #retry: NodeJS.Timeout | null = null
  #failing = false
  /** Its file is closed, and may be anybody's by now. */
  #closed = false

  constructor(options: WriterOptions) {
    this.#options = options
    this.#syncer = new Syncer({
      ...options,
      patienceMs: options.durability === 'strict' ? HOLD_MS : STALLED_MS,
      onFail: (error) => this.#failed(error),
      onSync: () => this.#worked(),
    })
  }

  /** Resolves once the line is written; with `strict`, a settle only once it is synced. Rejects with `not_ready`. */
  append(kind: 'admit' | 'settle', record: RequestRecord, page?: Page): Promise<void> {
    if (this.#closed) return Promise.reject(new GatewayError('not_ready'))
    this.put(kind, record, page)
    const waiter =
      kind === 'settle' ? (this.#settling ??= this.#newWaiter(kind)) : (this.#admitted ??= this.#newWaiter(kind))
    return waiter.done.promise
  }

  #newWaiter(kind: LineKind): Waiter {
    const waiter = { kind, sinceMs: this.#options.clock.monotonicMs(), done: Promise.withResolvers<void>() }
    this.#waiters.push(waiter)
    return waiter
  }

  /** Writes a line that nobody waits for; of a request that has no page nothing is kept. */
  put(kind: LineKind, record: RequestRecord, page?: Page): void {
    // Nothing follows on what was settled, and what nobody admitted has not begun.
    if (this.#closed || (kind === 'meter' && page?.line === null)) return
    const line = { kind, id: record.id, record: pack(record) }
    if (page) {
      page.line = kind === 'settle' ? null : line
      if (kind === 'settle') page.place?.[Symbol.dispose]()
      else page.place ??= this.#open.add(page)
    }
    this.#sheet.put(line)
    this.#due ??= setImmediate(() => this.#writeOut())
  }

  /** Whether the disk takes what is written; before anything has been, whether it would take the first segment. */
  get ready(): boolean {
    const { disk, shelf } = this.#options
    return !this.#failing && (this.#segment !== null || disk.mayCreate(shelf.folder))
  }

  #writeOut(): void {
    if (this.#due) clearImmediate(this.#due)
    this.#due = null
    this.#admitted = null
    this.#settling = null
    // A sync that takes too long leaves nothing to be written again.
    if (this.#sheet.count === 0 && this.#syncer.lost === null) return
    try {
      const again = this.#syncer.lost
      const segment = this.#segmentFor(again !== null)
      const from = segment.bytes
      const lines = from === 0 ? Buffer.concat([this.#carried(), this.#sheet.lines]) : this.#sheet.lines
      this.#write(segment, again ? Buffer.concat([...again, lines]) : lines)
      // What is written again has its place in the file alone.
      if (!again) this.#options.tail.add({ segment: segment.number, from, end: segment.bytes, lines })
    } catch (error) {
      return this.#failed(error)
    }
    this.#sheet.taken()
    const written = this.#waiters
    this.#waiters = []
    const strict = this.#options.durability === 'strict'
    for (const waiter of written) if (!strict || waiter.kind !== 'settle') waiter.done.resolve()
    this.#syncer.wait(strict ? written.filter(({ kind }) => kind === 'settle') : [])
    this.#worked()
    this.#options.onWrite()
  }

  /** The segment to write to: a new one when there is none, when the old one is full, or when it must not be used any more. */
  #segmentFor(mustChange: boolean): Segment {
    const { shelf, disk, firstSegment, segmentBytes } = this.#options
    const old = this.#segment
    if (old && (old.bytes === 0 || (!mustChange && old.bytes < segmentBytes))) return old
    const number = old ? old.number + 1 : firstSegment
    try {
      this.#segment = { number, file: disk.create(shelf.path(number)), bytes: 0 }
    } catch (error) {
      // A full segment is no worse for being longer than meant.
      if (old && !mustChange) return old
      throw error
    }
    shelf.grown(number, 0)
    this.#syncer.begin(this.#segment.file)
    return this.#segment
  }

  /** What a new segment begins with. */
  #carried(): Buffer {
    const sheet = new Sheet()
    for (const { line } of this.#open) if (line) sheet.put(line)
    return sheet.lines
  }

  #write(segment: Segment, bytes: Buffer): void {
    // Always from the last good end, so that what a failed write left there is written over.
    let end = segment.bytes
    for (let rest = bytes; rest.length > 0; rest = bytes.subarray(end - segment.bytes)) {
      const taken = this.#options.disk.write(segment.file, rest, end)
      if (taken <= 0) throw new Error('the disk took nothing')
      end += taken
    }
    segment.bytes = end
    this.#options.shelf.grown(segment.number, end)
    this.#syncer.written(bytes)
  }

  #failed(error: unknown): void {
    const { log, clock, retryMs, onWrite } = this.#options
    if (!this.#failing)
      log.error('the journal cannot be written; requests are refused', {
        code: (error as NodeJS.ErrnoException).code,
        ...faultFields(error),
      })
    this.#failing = true
    this.#retry ??= setTimeout(() => {
      this.#retry = null
      this.#writeOut()
    }, retryMs)
    // A request that is not in the journal must not be sent; an answer may wait for its end a little.
    const oldest = clock.monotonicMs() - HOLD_MS
    const given = (waiter: Waiter) => waiter.kind !== 'settle' || waiter.sinceMs < oldest
    for (const { done } of [...this.#waiters.filter(given), ...this.#syncer.giveUp(given)])
      done.reject(new GatewayError('not_ready', {}, { cause: error }))
    this.#waiters = this.#waiters.filter((waiter) => !given(waiter))
    onWrite()
  }

  #worked(): void {
    if (!this.#failing || this.#syncer.owes || this.#sheet.count > 0) return
    this.#failing = false
    this.#options.log.info('the journal is written again')
    this.#options.onWrite()
  }

  /** Writes and syncs what is left; what cannot be written any more is lost and counted in the log. */
  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#sheet.count > 0) this.#writeOut()
    this.#closed = true
    if (this.#retry) clearTimeout(this.#retry)
    if (this.#sheet.count > 0)
      this.#options.log.error('lines of the journal could not be written', { count: this.#sheet.count })
    for (const { done } of this.#waiters) done.reject(new GatewayError('not_ready'))
    await this.#syncer[Symbol.asyncDispose]()
    if (this.#retry) clearTimeout(this.#retry)
  }
}
