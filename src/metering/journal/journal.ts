import { join } from 'node:path'
import type { PackedRecord } from '../../core/packed-record.ts'
import type { JournalPosition, RequestRecord } from '../../core/records.ts'
import { type Clock, SECOND_MS, systemClock } from '../../core/time.ts'
import { faultFields, type Log } from '../../telemetry/log.ts'
import { type JournalDisk, systemDisk } from './disk.ts'
import { Flusher } from './flusher.ts'
import type { Page } from './page.ts'
import { openShelf } from './shelf.ts'
import { Tail } from './tail.ts'
import { type Durability, Writer } from './writer.ts'

/** Where the journal's rows end up. */
type JournalTarget = {
  /** How far the database has got with the journal of a node. */
  position: (node: string) => Promise<JournalPosition | null>
  /** Writes rows and the position in one transaction; rows that are there already change nothing. */
  write: (records: readonly PackedRecord[], position: JournalPosition) => Promise<void>
}

/** What is absent stands for 64 MiB a segment, 1 GiB in all, 100 ms of lingering and 250 ms before a retry. */
export type JournalOptions = {
  dataDir: string
  durability: Durability
  target: JournalTarget
  /** Called when the database has everything of earlier processes and nothing yet of this one, which waits for it. */
  onRecovered?: () => Promise<void>
  log: Log
  /** A segment is closed when it is longer. */
  segmentBytes?: number
  /** While its segments are longer together, nothing is admitted. */
  maxBytes?: number
  disk?: JournalDisk
  clock?: Pick<Clock, 'monotonicMs'>
  /** How long a settled record waits for company on its way to the database. */
  lingerMs?: number
  /** How long after a write that failed the next is tried. */
  retryMs?: number
}

/** What must survive the death of the process: appended here first, moved into the database a little later. */
export type Journal = AsyncDisposable & {
  /** Resolves once it is written that the request was admitted; rejects with `not_ready` when it cannot be. */
  admit(record: RequestRecord, page: Page): Promise<void>
  /** Notes how far an open request has come. */
  meter(record: RequestRecord, page: Page): void
  /**
   * Resolves once the row is written, or synced where durability is strict; rejects with `not_ready` after seconds without. A
   * request that was admitted has its page here again.
   */
  settle(record: RequestRecord, page?: Page): Promise<void>
  /** Whether requests can be admitted: the disk takes what is written, and there is room. */
  readonly ready: boolean
  /** How long its files are, and how long they may become. */
  readonly size: { bytes: number; maxBytes: number }
  /** Begins to move rows into the database, those that earlier processes left first. */
  begin(): void
  /** Resolves when everything written so far is in the database. */
  drained(): Promise<void>
}

const SEGMENT_BYTES = 64 * 1024 * 1024
const MAX_BYTES = 1024 * 1024 * 1024
const RETRY_MS = 250
const DRAIN_MS = 10 * SECOND_MS

/**
 * Opens the journal of this node; nothing of it is touched before `begin`. Whoever begins closes what is open, so a process that
 * found its port taken by a living one must not.
 */
export async function openJournal(options: JournalOptions): Promise<Journal> {
  const { dataDir, durability, target, log, maxBytes = MAX_BYTES, lingerMs = 100 } = options
  const shelf = await openShelf(join(dataDir, 'journal'))
  const stored = await target.position(shelf.node)
  // Never an old number: neither a file's nor one that the database has heard of.
  const firstSegment = Math.max(0, stored?.segment ?? 0, ...shelf.segments.keys()) + 1
  const tail = new Tail()
  const flusher = new Flusher({
    shelf,
    tail,
    stored,
    firstSegment,
    write: (records, position) => target.write(records, { node: shelf.node, ...position }),
    onRecovered: options.onRecovered ?? (async () => undefined),
    log,
    lingerMs,
  })
  const writer = new Writer({
    shelf,
    tail,
    disk: options.disk ?? systemDisk,
    durability,
    firstSegment,
    segmentBytes: options.segmentBytes ?? SEGMENT_BYTES,
    clock: options.clock ?? systemClock,
    retryMs: options.retryMs ?? RETRY_MS,
    log,
    onWrite: () => flusher.nudge(),
  })
  let begun = false
  return {
    admit: (record, page) => writer.append('admit', record, page),
    meter: (record, page) => writer.put('meter', record, page),
    settle: (record, page) => writer.append('settle', record, page),
    get ready() {
      return writer.ready && shelf.bytes < maxBytes
    },
    get size() {
      return { bytes: shelf.bytes, maxBytes }
    },
    begin: () => {
      begun = true
      flusher.nudge()
    },
    drained: () => flusher.drained(),
    [Symbol.asyncDispose]: async () => {
      await writer[Symbol.asyncDispose]()
      if (begun) await drainWithin(DRAIN_MS, flusher, log)
      await flusher.stop()
    },
  }
}

/** What does not get into the database before the end stays in the journal, and the next start takes it up. */
async function drainWithin(ms: number, flusher: Flusher, log: Log): Promise<void> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error('the database took too long')), ms)
  try {
    await Promise.race([flusher.drained(), late.promise])
  } catch (error) {
    log.warn('records wait in the journal for the next start', faultFields(error))
  } finally {
    clearTimeout(timer)
  }
}
