import { type DiskRoom, isShort } from '../core/disk-room.ts'
import { SECOND_MS } from '../core/time.ts'
import { faultFields, type Log } from './log.ts'

type Watching = { look: () => Promise<DiskRoom>; log: Pick<Log, 'error' | 'warn' | 'info'> }

/** What is known of a disk without asking it. */
export type DiskWatch = Disposable & {
  /** Whether it is nearly full, as of the last look; while it cannot be looked at, as it was before. */
  readonly isShort: boolean
  /** Looks now; where a look is under way, resolves with that. */
  look(): Promise<void>
}

const EVERY_MS = 10 * SECOND_MS

/** Looks at a disk once, then every ten seconds until disposed of, and says in the log when it gets nearly full and when it no longer is. */
export async function watchDisk({ look, log }: Watching): Promise<DiskWatch> {
  let short = false
  let looking: Promise<void> | null = null

  async function see(): Promise<void> {
    try {
      const room = await look()
      if (isShort(room) === short) return
      short = !short
      const left = { percent: Math.floor((room.free / Math.max(1, room.total)) * 100) }
      if (short) log.warn('the disk of the data folder is nearly full', left)
      else log.info('the disk of the data folder has room again', left)
    } catch (error) {
      log.error('the disk of the data folder cannot be looked at', faultFields(error))
    }
  }

  // A disk that does not answer must not be asked again and again.
  const lookOnce = () => (looking ??= see().finally(() => (looking = null)))
  await lookOnce()
  const timer = setInterval(() => void lookOnce(), EVERY_MS)
  timer.unref()
  return {
    get isShort() {
      return short
    },
    look: lookOnce,
    [Symbol.dispose]: () => clearInterval(timer),
  }
}
