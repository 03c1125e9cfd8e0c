import { copyFileSync, mkdirSync, readdirSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TargetEntry } from '../../core/directory.ts'
import { type PackedRecord, unpack } from '../../core/packed-record.ts'
import type { AttemptRecord, JournalPosition, RequestRecord } from '../../core/records.ts'
import { NO_USAGE } from '../../core/usage.ts'
import type { Log } from '../../telemetry/log.ts'
import { type JournalDisk, systemDisk } from './disk.ts'
import { type Journal, openJournal, type JournalOptions } from './journal.ts'
import type { LineKind } from './line.ts'
import { Page } from './page.ts'
import { Sheet } from './sheet.ts'

/** An attempt as an upstream that answers well makes it. */
export const ATTEMPT: AttemptRecord = {
  n: 1,
  providerId: 'p1',
  providerName: 'Acme',
  endpointId: 'e1',
  credentialId: 'c1',
  credentialLast4: 'a1B2',
  decision: 'chosen',
  reason: null,
  startedMs: 0.25,
  headersMs: 80,
  firstTokenMs: 120.5,
  endedMs: 900,
  httpStatus: 200,
  errorClass: null,
  retryable: false,
  usage: { ...NO_USAGE, input: 10, output: 20, requests: 1 },
  upstreamCostNanos: 900n,
}

/** Who was asked in it, as far as billing looks. */
export const TARGET = {
  provider: { id: 'p1', multiplierMicros: 1_000_000n },
  endpoint: { id: 'e1' },
  credential: { id: 'c1' },
} as unknown as TargetEntry

/** A settled request. */
export const RECORD: RequestRecord = {
  id: '0193a0e2-0000-7000-8000-000000000001',
  at: 1_795_219_200_000,
  userId: 'u1',
  keyId: 'k1',
  client: 'curl',
  ip: '192.0.2.1',
  protocolIn: 'openai-chat',
  protocolOut: 'openai-chat',
  modelAsked: 'm1',
  model: 'm1',
  modelAnswered: null,
  stream: true,
  status: 'succeeded',
  end: 'complete',
  httpStatus: 200,
  errorClass: null,
  errorMessage: null,
  providerId: 'p1',
  endpointId: 'e1',
  credentialId: 'c1',
  queueMs: 0,
  headersMs: 80,
  firstTokenMs: 120.5,
  totalMs: 900,
  usage: ATTEMPT.usage,
  usageSource: 'upstream',
  usageRaw: '{"prompt_tokens":10}',
  costNanos: 9_007_199_254_740_993n,
  upstreamCostNanos: 900n,
  priceVersion: null,
  serviceTier: null,
  multiplierMicros: 1_000_000n,
  attempts: [ATTEMPT],
}

/** The record that the test's request of this name has at some point of its life. */
export function recordOf(name: string, costNanos: bigint, over: Partial<RequestRecord> = {}): RequestRecord {
  return { ...RECORD, id: name, costNanos, ...over }
}

/** A line as it is in the file, its newline included. */
export function lineOf(kind: LineKind, id: string, record: PackedRecord): string {
  const sheet = new Sheet()
  sheet.put({ kind, id, record })
  return sheet.lines.toString()
}

/** A disk that fails whenever the test says so; it counts what it was asked for. */
export type FragileDisk = JournalDisk & { writes: number; syncs: number; fails: FailsWhen }
type FailsWhen = (call: 'write' | 'sync', n: number) => boolean

/**
 * The machine's disk, which fails as if it were full; before it does, it takes a few bytes, as disks do. After a failed sync, what was
 * written since the last good one is gone, as Linux drops such pages.
 */
export function fragileDisk(fails: FailsWhen = () => false): FragileDisk {
  const full = () => Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
  const unsynced: { file: number; position: number; length: number }[] = []
  const disk: FragileDisk = {
    ...systemDisk,
    writes: 0,
    syncs: 0,
    fails,
    write: (file, bytes, position) => {
      disk.writes += 1
      unsynced.push({ file, position, length: bytes.length })
      if (!disk.fails('write', disk.writes)) return systemDisk.write(file, bytes, position)
      systemDisk.write(file, bytes.subarray(0, Math.min(bytes.length, 7)), position)
      throw full()
    },
    sync: async (file) => {
      disk.syncs += 1
      const pages = unsynced.filter((page) => page.file === file)
      unsynced.splice(0, unsynced.length, ...unsynced.filter((page) => page.file !== file))
      if (!disk.fails('sync', disk.syncs)) return systemDisk.sync(file)
      for (const { position, length } of pages) systemDisk.write(file, Buffer.alloc(length), position)
      throw full()
    },
  }
  return disk
}

/** A database of rows in memory: all or nothing; of a batch the last row of an id counts, and a row that is there stays. */
class Rows {
  readonly rows = new Map<string, RequestRecord>()
  readonly positions = new Map<string, JournalPosition>()
  /** Rows that were offered again. */
  repeated = 0
  away = false
  /** After so many batches more it goes away. */
  patience = Number.POSITIVE_INFINITY

  position = (node: string) => Promise.resolve(this.positions.get(node) ?? null)

  write = (records: readonly PackedRecord[], position: JournalPosition) => {
    this.patience -= 1
    if (this.away || this.patience < 0) return Promise.reject(new Error('the database is away'))
    for (const record of new Map(records.map(unpack).map((one) => [one.id, one])).values()) {
      if (this.rows.has(record.id)) this.repeated += 1
      else this.rows.set(record.id, record)
    }
    this.positions.set(position.node, position)
    return Promise.resolve()
  }

  /** Costs by id, which is what most tests ask. */
  get costs(): Record<string, bigint> {
    return Object.fromEntries([...this.rows.values()].map(({ id, costNanos }) => [id, costNanos]))
  }
}

/** A journal that keeps the pages of its requests itself, by their names. */
export type NamedJournal = Omit<Journal, 'admit' | 'meter'> & {
  admit(record: RequestRecord): Promise<void>
  meter(record: RequestRecord): void
}

function byName(journal: Journal): NamedJournal {
  const pages = new Map<string, Page>()
  const pageOf = ({ id }: RequestRecord) => {
    const page = pages.get(id) ?? new Page()
    pages.set(id, page)
    return page
  }
  return {
    begin: () => journal.begin(),
    drained: () => journal.drained(),
    admit: (record) => journal.admit(record, pageOf(record)),
    meter: (record) => journal.meter(record, pageOf(record)),
    settle: (record) => journal.settle(record, pageOf(record)),
    get ready() {
      return journal.ready
    },
    get size() {
      return journal.size
    },
    [Symbol.asyncDispose]: () => journal[Symbol.asyncDispose](),
  }
}

export type TestJournal = {
  dataDir: string
  rows: Rows
  /** What was logged, by event. */
  logged: Map<string, number | undefined>
  open(over?: Partial<JournalOptions>): Promise<NamedJournal>
  /** What a process that died now would leave on the disk, in a folder of its own. */
  afterCrash(): Promise<TestJournal>
  [Symbol.asyncDispose](): Promise<void>
}

/** A thread may be deleting an old segment just now. */
function copyIfThere(from: string, to: string): void {
  try {
    copyFileSync(from, to)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
}

/** A journal over a temporary folder and rows in memory. */
export async function testJournal(rows = new Rows()): Promise<TestJournal> {
  const dataDir = await mkdtemp(join(tmpdir(), 'yumen-journal-'))
  const logged = new Map<string, number | undefined>()
  const log = (event: string, fields: { count?: unknown } = {}) =>
    void logged.set(event, typeof fields.count === 'number' ? fields.count : undefined)
  const quiet: Log = { debug: log, info: log, warn: log, error: log }
  const opened: Journal[] = []
  return {
    dataDir,
    rows,
    logged,
    async open(over = {}) {
      const target = { position: rows.position, write: rows.write }
      const journal = await openJournal({
        dataDir,
        durability: 'normal',
        target,
        log: quiet,
        lingerMs: 0,
        retryMs: 5,
        ...over,
      })
      opened.push(journal)
      journal.begin()
      return byName(journal)
    },
    async afterCrash() {
      const other = await testJournal(new Rows())
      // In one piece, as a process dies: from here to the end nothing else runs.
      const left = other.rows
      for (const [id, record] of rows.rows) left.rows.set(id, record)
      for (const [node, position] of rows.positions) left.positions.set(node, position)
      mkdirSync(join(other.dataDir, 'journal'))
      for (const name of readdirSync(join(dataDir, 'journal')))
        copyIfThere(join(dataDir, 'journal', name), join(other.dataDir, 'journal', name))
      return other
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(opened.map((journal) => journal[Symbol.asyncDispose]()))
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
