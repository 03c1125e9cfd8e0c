import { GatewayError } from '../core/errors.ts'
import type { Seen, Tap } from '../protocols/protocol.ts'
import { masked, type Shown } from './classify.ts'

/** A tap that strikes our credential out of a failure told inside an answer: upstreams quote headers they do not like. */
export function discreetTap(tap: Tap, credential: Shown): Tap {
  return new DiscreetTap(tap, credential)
}

/** A class, as thousands of streams are held and each closure of each would be kept. */
class DiscreetTap implements Tap {
  readonly #tap: Tap
  readonly #credential: Shown

  constructor(tap: Tap, credential: Shown) {
    this.#tap = tap
    this.#credential = credential
  }

  /** The tap inside may be another one once it knows what comes. */
  get seen(): Seen {
    return this.#tap.seen
  }

  push(chunk: Buffer): Buffer {
    return this.#discreet(this.#tap.push(chunk))
  }

  flush(): Buffer {
    return this.#discreet(this.#tap.flush())
  }

  brokeOff(): void {
    this.#tap.brokeOff?.()
  }

  #discreet(bytes: Buffer): Buffer {
    const { seen } = this.#tap
    if (seen.failure === null) return bytes
    if (seen.told) seen.told = discreetly(seen.told, this.#credential)
    return masked(bytes, this.#credential)
  }
}

function discreetly({ code, details }: GatewayError, credential: Shown): GatewayError {
  const reason = masked(Buffer.from(String(details['reason'] ?? '')), credential).toString()
  return new GatewayError(code, { ...details, reason })
}
