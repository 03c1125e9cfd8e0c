import { SECOND_MS } from '../../core/time.ts'
import type { JournalDisk } from './disk.ts'
import type { LineKind } from './line.ts'
import type { Shelf } from './shelf.ts'

/** Somebody who waits for a line to be safe. */
export type Waiter = { kind: LineKind; sinceMs: number; done: PromiseWithResolvers<void> }

type SyncerOptions = {
  shelf: Shelf
  disk: JournalDisk
  /** A sync that takes longer is told as one that fails, for as long as it goes on: a disk that stalls says nothing itself. */
  patienceMs: number
  onFail: (error: unknown) => void
  onSync: () => void
}

const SYNC_MS = 50
/** How often a sync that goes on and on is told of: who waits for it may give up later than others. */
const STALLING_MS = SECOND_MS

/**
 * Syncs what is written, off the event loop: every 50 ms, and at once for those who wait for it. After a sync has failed,
 * nobody knows which pages are on the disk, so everything since the last good one is `lost` and belongs into a new segment.
 */
export class Syncer implements AsyncDisposable {
  readonly #options: SyncerOptions
  #file: number | null = null
  #retired: number[] = []
  /** A file whose sync failed; another sync of it would prove nothing. */
  #bad: number | null = null
  #folderDue = false
  #unsynced: Buffer[] = []
  #waiters: Waiter[] = []
  /** Who waits for the sync that is under way. */
  #syncing: Waiter[] = []
  #lost: Buffer[] | null = null
  #timer: NodeJS.Timeout | null = null
  #running: Promise<void> | null = null
  #failed = false
  #stalling: NodeJS.Timeout | null = null
  #stalls = false

  constructor(options: SyncerOptions) {
    this.#options = options
  }

  /** What must be written again, into a new segment; null when nothing must. */
  get lost(): readonly Buffer[] | null {
    return this.#lost
  }

  /** Whether a sync failed and none has succeeded since, or one takes too long. */
  get owes(): boolean {
    return this.#failed || this.#stalls
  }

  /** From now on this file is written to. */
  begin(file: number): void {
    const old = this.#file
    if (old !== null && old === this.#bad) this.#close([old])
    else if (old !== null) this.#retired.push(old)
    this.#bad = null
    this.#file = file
    this.#folderDue = true
  }

  written(bytes: Buffer): void {
    this.#lost = null
    this.#unsynced.push(bytes)
  }

  /** Syncs soon, and at once when somebody waits for it. */
  wait(waiters: readonly Waiter[]): void {
    this.#waiters.push(...waiters)
    this.#schedule()
  }

  /** Takes out those who have waited too long. */
  giveUp(given: (waiter: Waiter) => boolean): Waiter[] {
    const gone = [...this.#syncing, ...this.#waiters].filter(given)
    const stays = (waiter: Waiter) => !given(waiter)
    this.#syncing = this.#syncing.filter(stays)
    this.#waiters = this.#waiters.filter(stays)
    return gone
  }

  #schedule(): void {
    if (this.#running || this.#unsynced.length === 0) return
    if (this.#waiters.length > 0) return this.#run()
    this.#timer ??= setTimeout(() => this.#run(), SYNC_MS)
  }

  #run(): void {
    if (this.#timer) clearTimeout(this.#timer)
    this.#timer = null
    this.#running ??= this.#sync().finally(() => {
      this.#running = null
      this.#schedule()
    })
  }

  async #sync(): Promise<void> {
    const { disk, shelf, patienceMs, onSync, onFail } = this.#options
    const file = this.#file
    if (file === null) return
    const [retired, bytes] = [this.#retired, this.#unsynced]
    const folderDue = this.#folderDue
    this.#retired = []
    this.#unsynced = []
    this.#syncing = this.#waiters
    this.#waiters = []
    this.#folderDue = false
    this.#watch(patienceMs)
    try {
      for (const one of [...retired, file]) await disk.sync(one)
      if (folderDue) await disk.syncFolder(shelf.folder)
    } catch (error) {
      this.#ended()
      this.#lost = [...bytes, ...this.#unsynced]
      this.#unsynced = []
      this.#waiters.unshift(...this.#syncing)
      this.#syncing = []
      this.#bad = file
      this.#folderDue ||= folderDue
      this.#failed = true
      this.#close(retired)
      return onFail(error)
    }
    this.#ended()
    this.#failed = false
    // One that had nothing in it yet is written on; what it has now is synced.
    if (this.#bad === file) this.#bad = null
    this.#close(retired)
    for (const { done } of this.#syncing) done.resolve()
    this.#syncing = []
    onSync()
  }

  #watch(ms: number): void {
    this.#stalling = setTimeout(() => {
      this.#stalls = true
      this.#watch(STALLING_MS)
      this.#options.onFail(new Error('the disk takes too long to sync'))
    }, ms)
  }

  #ended(): void {
    if (this.#stalling) clearTimeout(this.#stalling)
    this.#stalls = false
  }

  #close(files: readonly number[]): void {
    for (const file of files) this.#options.disk.close(file)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#timer) clearTimeout(this.#timer)
    await this.#running
    if (this.#unsynced.length > 0) await this.#sync()
    this.#close([...this.#retired, ...(this.#file === null ? [] : [this.#file])])
    this.#file = null
  }
}
