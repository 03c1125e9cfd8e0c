import { SECOND_MS } from '../../core/time.ts'
import type { Finding } from '../../core/routing.ts'
import { faultFields, type Log } from '../../telemetry/log.ts'

/** Writes what was found out about credentials where it outlives the process, behind the requests' back. */
type FindingsKeeper = AsyncDisposable & { saved(credentialId: string, finding: Finding): void }

const DELAY_MS = SECOND_MS / 2

/** Keeps the newest finding of each credential, a moment later and one at a time; disposing writes what is left. */
export function keepFindings(
  write: (credentialId: string, finding: Finding) => Promise<void>,
  log: Pick<Log, 'error'>,
): FindingsKeeper {
  const waiting = new Map<string, Finding>()
  let timer: NodeJS.Timeout | null = null
  let writing: Promise<void> = Promise.resolve()

  async function writeAll() {
    const batch = [...waiting]
    waiting.clear()
    for (const [id, finding] of batch) {
      try {
        await write(id, finding)
      } catch (error) {
        // Only a restart would miss it, and the next finding is written anew.
        log.error('the state of a credential cannot be saved', { credential: id, ...faultFields(error) })
      }
    }
  }

  return {
    saved(id, finding) {
      waiting.set(id, finding)
      timer ??= setTimeout(() => {
        timer = null
        writing = writing.then(writeAll)
      }, DELAY_MS)
      timer.unref()
    },
    async [Symbol.asyncDispose]() {
      if (timer) clearTimeout(timer)
      await writing
      await writeAll()
    },
  }
}
