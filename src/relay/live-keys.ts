import { Crowd } from '../core/crowd.ts'
import { SECOND_MS } from '../core/time.ts'
import { keyFault } from './authenticate.ts'
import type { Directory } from './directory.ts'
import type { Exchange } from './exchange.ts'

type Cuttable = Pick<Exchange, 'cut'>

/** The exchanges under way, by the secret each was let in with: one that was replaced may end while its key goes on. */
export type LiveKeys = Disposable & {
  /** Watches an exchange until the watch is disposed of. */
  watch(exchange: Cuttable, keyHash: string): Disposable
}

/** Looks every second whether the keys in use still stand, and cuts off what runs on one that was disabled, deleted or has expired. */
export function createLiveKeys(directory: Pick<Directory, 'keyByHash'>, now: () => number): LiveKeys {
  const live = new Map<string, Crowd<Cuttable>>()
  const timer = setInterval(() => {
    for (const [keyHash, exchanges] of live) {
      const fault = keyFault(directory.keyByHash(keyHash), now())
      if (fault) for (const exchange of exchanges) exchange.cut(fault)
    }
  }, SECOND_MS)
  timer.unref()
  return {
    watch(exchange, keyHash) {
      const exchanges = live.get(keyHash) ?? new Crowd()
      live.set(keyHash, exchanges)
      const place = exchanges.add(exchange)
      return {
        [Symbol.dispose]() {
          place[Symbol.dispose]()
          if (exchanges.size === 0 && live.get(keyHash) === exchanges) live.delete(keyHash)
        },
      }
    },
    [Symbol.dispose]: () => clearInterval(timer),
  }
}
