import { SECOND_MS } from '../core/time.ts'
import { keyFault } from './authenticate.ts'
import type { Directory } from './directory.ts'
import type { Exchange } from './exchange.ts'

type Cuttable = Pick<Exchange, 'cut'>

/** The exchanges under way, by the key each is paid with. */
export type LiveKeys = Disposable & {
  /** Watches an exchange until the watch is disposed of. */
  watch(exchange: Cuttable, keyId: string): Disposable
}

/** Looks every second whether the keys in use still stand, and cuts off what runs on one that was disabled, deleted or has expired. */
export function createLiveKeys(directory: Pick<Directory, 'keyById'>, now: () => number): LiveKeys {
  const live = new Map<string, Set<Cuttable>>()
  const timer = setInterval(() => {
    for (const [keyId, exchanges] of live) {
      const fault = keyFault(directory.keyById(keyId), now())
      if (fault) for (const exchange of exchanges) exchange.cut(fault)
    }
  }, SECOND_MS)
  timer.unref()
  return {
    watch(exchange, keyId) {
      const exchanges = live.get(keyId) ?? new Set()
      live.set(keyId, exchanges.add(exchange))
      return {
        [Symbol.dispose]() {
          exchanges.delete(exchange)
          if (exchanges.size === 0 && live.get(keyId) === exchanges) live.delete(keyId)
        },
      }
    },
    [Symbol.dispose]: () => clearInterval(timer),
  }
}
