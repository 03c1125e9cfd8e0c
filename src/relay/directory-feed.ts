import type { DirectoryData } from '../core/directory.ts'
import { SECOND_MS } from '../core/time.ts'
import { faultFields, type Log } from '../telemetry/log.ts'
import type { Directory } from './directory.ts'

/** Keeps a directory as new as what it is read from. */
type DirectoryFeed = Disposable & {
  /** Resolves once the directory holds all that was there before the call; rejects when it cannot be read. */
  reload(): Promise<void>
  /** The same after a change that cannot be taken back: a failure is logged and tried again every second until it succeeds. */
  changed(): Promise<void>
}

const RETRY_MS = SECOND_MS

/** Fills a directory from `read`, one reading at a time, so that an older one never replaces a newer one. */
export function feedDirectory(
  directory: Pick<Directory, 'replace'>,
  { read, log }: { read: () => Promise<DirectoryData>; log: Pick<Log, 'error'> },
): DirectoryFeed {
  let running: Promise<void> | null = null
  let next: Promise<void> | null = null
  let retry: NodeJS.Timeout | null = null
  let disposed = false

  async function load() {
    directory.replace(await read())
  }

  function reload(): Promise<void> {
    if (!running) {
      running = load().finally(() => {
        running = null
      })
      return running
    }
    // The one under way may have read before this change was made; all who come meanwhile share the one after it.
    next ??= running
      .catch(() => undefined)
      .then(() => {
        next = null
        return reload()
      })
    return next
  }

  async function changed() {
    try {
      await reload()
    } catch (error) {
      log.error('the directory cannot be read; will try again', faultFields(error))
      if (disposed) return
      retry ??= setTimeout(() => {
        retry = null
        void changed()
      }, RETRY_MS)
    }
  }

  return {
    reload,
    changed,
    [Symbol.dispose]() {
      disposed = true
      if (retry) clearTimeout(retry)
    },
  }
}
