import { Crowd } from '../core/crowd.ts'
import { SECOND_MS } from '../core/time.ts'
import type { GatewayError } from '../core/errors.ts'
import { keyFault } from './authenticate.ts'
import type { Directory } from './directory.ts'
import type { Exchange } from './exchange.ts'

type Cuttable = Pick<Exchange, 'cut'>

/** The exchanges under way, by the secret each was let in with: one that was replaced may end while its key goes on. */
export type LiveKeys = Disposable & {
  /** Watches an exchange until the watch is disposed of. */
  watch(exchange: Cuttable, keyHash: string): Disposable
  /** Cuts off whatever is under way; its callers are told why, as far as their replies still allow. */
  cutAll(why: GatewayError): void
}

/** Looks every second whether the keys in use still stand, and cuts off what runs on one that was disabled, deleted or has expired. */
export function createLiveKeys(directory: Pick<Directory, 'keyByHash'>, now: () => number): LiveKeys {
  const live: Live = new Map()
  const timer = setInterval(() => {
    for (const [keyHash, exchanges] of live) {
      const fault = keyFault(directory.keyByHash(keyHash), now())
      if (fault) for (const exchange of exchanges) exchange.cut(fault)
    }
  }, SECOND_MS)
  timer.unref()
  return {
    watch: (exchange, keyHash) => new Watch(live, keyHash, exchange),
    cutAll(why) {
      for (const exchanges of live.values()) for (const exchange of exchanges) exchange.cut(why)
    },
    [Symbol.dispose]: () => clearInterval(timer),
  }
}

type Live = Map<string, Crowd<Cuttable>>

/** A class, as thousands of requests are under way and each closure of each would be kept. */
class Watch implements Disposable {
  readonly #live: Live
  readonly #keyHash: string
  readonly #exchanges: Crowd<Cuttable>
  readonly #place: Disposable

  constructor(live: Live, keyHash: string, exchange: Cuttable) {
    this.#live = live
    this.#keyHash = keyHash
    let exchanges = live.get(keyHash)
    if (!exchanges) live.set(keyHash, (exchanges = new Crowd<Cuttable>()))
    this.#exchanges = exchanges
    this.#place = exchanges.add(exchange)
  }

  [Symbol.dispose](): void {
    this.#place[Symbol.dispose]()
    if (this.#exchanges.size === 0 && this.#live.get(this.#keyHash) === this.#exchanges)
      this.#live.delete(this.#keyHash)
  }
}
