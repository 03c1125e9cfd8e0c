import { dropLeftBackups } from './cli/console-backups.ts'
import type { Config } from './config.ts'
import type { StopTime } from './core/stop-time.ts'
import { SECOND_MS } from './core/time.ts'
import { holdDatabase } from './store/hold-database.ts'
import { holdFolder } from './store/hold-folder.ts'
import { faultFields, type Log } from './telemetry/log.ts'

/** As long as one that was told to stop may take (core/stop-time.ts). */
const PREDECESSOR_MS = 45 * SECOND_MS

type Holding = { config: Pick<Config, 'dataDir' | 'databaseUrl'>; log: Log; stop: StopTime }

/** Holds the data folder for this process until the rooms are left. */
export async function holdFolderOf(
  rooms: AsyncDisposableStack,
  { config: { dataDir }, log, stop }: Holding,
): Promise<void> {
  const onWait = () => log.warn('another process uses the data folder; waiting for it to end', { path: dataDir })
  const held = await holdFolder({ dataDir, withinMs: PREDECESSOR_MS, onWait })
  // Given back last of all, when nothing of this process is written any more; until then by its end alone.
  rooms.defer(() => {
    if (!stop.isOver) held[Symbol.dispose]()
  })
  // Only now is it sure that nobody is reading one.
  await dropLeftBackups(dataDir).catch((error: unknown) => log.error('left backups stay', faultFields(error)))
}

/** Holds a server's database in the same way, as gateways on other folders might serve it; `ousted` resolves once one of them does. */
export async function holdDatabaseOf(
  rooms: AsyncDisposableStack,
  { config: { databaseUrl: url }, log, stop }: Holding,
): Promise<{ ousted: Promise<void> }> {
  const { promise: ousted, resolve } = Promise.withResolvers<void>()
  if (url === undefined) return { ousted }
  const held = await holdDatabase({
    url,
    withinMs: PREDECESSOR_MS,
    onWait: () => log.warn('another process serves the database; waiting for it to end'),
    onTaken: () => {
      log.error('another process serves the database; this one ends')
      resolve()
    },
  })
  rooms.defer(async () => {
    if (!stop.isOver) await held[Symbol.asyncDispose]()
  })
  return { ousted }
}
