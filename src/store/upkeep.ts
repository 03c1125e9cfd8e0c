import { HOUR_MS } from '../core/time.ts'
import type { Sessions } from './sessions.ts'

/** What is tidied up; each field deletes rows that have no further use. */
export type Untidy = { sessions: Pick<Sessions, 'purge'> }

/** Deletes what has no further use, now and every hour; a failure is told. Disposing waits for the tidying under way. */
export function keepTidy({ sessions }: Untidy, onFault: (error: unknown) => void): AsyncDisposable {
  let tidying = Promise.resolve()
  const tidy = () => {
    tidying = tidying.then(() => sessions.purge()).catch(onFault)
  }
  tidy()
  const timer = setInterval(tidy, HOUR_MS)
  timer.unref()
  return {
    async [Symbol.asyncDispose]() {
      clearInterval(timer)
      await tidying
    },
  }
}
