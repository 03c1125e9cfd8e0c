import type { RequestRecord } from '../core/records.ts'
import type { Log } from '../telemetry/log.ts'
import { faultFields } from '../telemetry/log.ts'
import type { RecordSink } from './ledger.ts'

export type QueueOptions = {
  /** Writes a batch in one transaction; writing the same record twice must change nothing. */
  write: (records: readonly RequestRecord[]) => Promise<void>
  log: Log
  /** Records kept while the database does not take them; beyond it no request is admitted. */
  capacity?: number
  /** How long a record waits for company, in milliseconds. */
  lingerMs?: number
}

export type RecordQueue = RecordSink &
  AsyncDisposable & {
    readonly length: number
    /** Resolves when everything put so far is written. */
    drained(): Promise<void>
  }

const BATCH = 500
const RETRY_MS = [100, 500, 2000, 5000]

/**
 * A bounded queue between the relay and the database: the relay never waits for a disk. Records that are still queued
 * when the process dies are lost; the journal that takes this place loses none.
 */
export function createQueue({ write, log, capacity = 20_000, lingerMs = 100 }: QueueOptions): RecordQueue {
  let waiting: RequestRecord[] = []
  let failures = 0
  let timer: NodeJS.Timeout | null = null
  let writing: Promise<void> | null = null
  let disposed = false

  function schedule(afterMs: number) {
    if (timer || writing) return
    timer = setTimeout(() => {
      timer = null
      void flush()
    }, afterMs)
  }

  function flush(): Promise<void> {
    writing ??= writeBatch().finally(() => {
      writing = null
      if (waiting.length > 0 && !disposed)
        schedule(failures > 0 ? (RETRY_MS[Math.min(failures, RETRY_MS.length) - 1] ?? 0) : 0)
    })
    return writing
  }

  async function writeBatch() {
    const batch = waiting.slice(0, BATCH)
    if (batch.length === 0) return
    try {
      await write(batch)
      waiting = waiting.slice(batch.length)
      failures = 0
    } catch (error) {
      failures += 1
      log.error('records are not written; will try again', {
        queued: waiting.length,
        count: failures,
        ...faultFields(error),
      })
    }
  }

  async function drained() {
    while (waiting.length > 0) {
      const before = failures
      await flush()
      if (failures > before) throw new Error(`${waiting.length} records could not be written`)
    }
  }

  return {
    put(record) {
      waiting.push(record)
      schedule(lingerMs)
    },
    get full() {
      return waiting.length >= capacity
    },
    get length() {
      return waiting.length
    },
    drained,
    async [Symbol.asyncDispose]() {
      if (timer) clearTimeout(timer)
      timer = null
      await drained()
      disposed = true
    },
  }
}
