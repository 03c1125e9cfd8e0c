import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import type { Endpoints } from '../contract/all.ts'
import type { JobView } from '../contract/jobs.ts'
import type { SystemView } from '../contract/system.ts'
import type { JobState } from '../core/jobs.ts'
import { iso } from '../core/time.ts'
import type { Call, Handlers } from './call.ts'
import { type Asking, requireConsent } from './confirm.ts'
import type { Deps } from './deps.ts'
import { ApiError } from './errors.ts'
import type { FileAnswer } from './file.ts'
import type { Throttle } from './throttle.ts'
import { auditOf } from './trail.ts'

type SystemHandlers = Pick<Handlers, 'adminGetSystem' | 'adminListJobs' | 'adminBackup'>

/** The gateway as a machine: how it stands, what it does by itself, and a copy of all it keeps. */
export function systemHandlers(deps: Deps, throttle: Throttle): SystemHandlers {
  return {
    adminGetSystem: () => systemOf(deps),
    adminListJobs: async () => ({ items: deps.system.jobs().map(jobView), next: null }),
    adminBackup: (call) => backup(call, { ...deps, throttle }),
  }
}

async function systemOf({ store, site, system }: Deps): Promise<SystemView> {
  const { kind: engine, version, sizeBytes } = await store.upkeep.facts()
  const { node, memory, disk } = await system.machine()
  const { startedAt, journal, openRequests } = system.now()
  return {
    version: site.version,
    build_id: site.buildId,
    node,
    started_at: iso(startedAt),
    database: { engine, version, size: sizeBytes },
    journal: { ready: journal.ready, size: journal.bytes, most: journal.maxBytes },
    memory: { rss: memory.rss, heap: memory.heapUsed, external: memory.external },
    disk,
    open_requests: openRequests,
    jobs: system.jobs().map(jobView),
  }
}

function jobView({ name, running, nextAt, last }: JobState): JobView {
  const run = last && { at: iso(last.ranAt), ms: last.tookMs, ok: last.ok, report: last.said }
  return { name, running, next_at: iso(nextAt), last: run }
}

async function backup(call: Call<Endpoints['adminBackup']>, deps: Deps & Asking): Promise<FileAnswer> {
  await requireConsent(call.body.password, call, deps)
  const made = await deps.system.backup()
  if (!made) throw new ApiError('not_embedded')
  const drop = () => rm(made.path, { force: true })
  // A caller who is gone before the first byte is read begins no reading that could end.
  call.signal.addEventListener('abort', () => void drop().catch(() => undefined), { once: true })
  const facts = { targetKind: 'database', targetId: null, before: null, after: { bytes: made.bytes } }
  try {
    await deps.store.audit.record(auditOf(call, { action: 'backup.made', ...facts }))
  } catch (error) {
    await drop()
    throw error
  }
  if (call.signal.aborted) await drop()
  const name = `yumen-${iso(deps.clock.now()).slice(0, 10)}.db`
  return { name, type: 'application/octet-stream', pieces: readOnce(made.path) }
}

/** A file's bytes, after which it is gone, however the reading ended. */
async function* readOnce(path: string): AsyncGenerator<Uint8Array> {
  try {
    yield* createReadStream(path) as AsyncIterable<Uint8Array>
  } finally {
    await rm(path, { force: true })
  }
}
