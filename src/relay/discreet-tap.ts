import { GatewayError } from '../core/errors.ts'
import type { Tap } from '../protocols/protocol.ts'
import { masked } from './classify.ts'

/** A tap that strikes our credential out of a failure told inside an answer: upstreams quote headers they do not like. */
export function discreetTap(tap: Tap, credential: { secret: string }): Tap {
  const discreet = (bytes: Buffer): Buffer => {
    const { seen } = tap
    if (seen.failure === null) return bytes
    if (seen.told) seen.told = discreetly(seen.told, credential)
    return masked(bytes, credential)
  }
  return {
    // The tap inside may be another one once it knows what comes.
    get seen() {
      return tap.seen
    },
    push: (chunk) => discreet(tap.push(chunk)),
    flush: () => discreet(tap.flush()),
    brokeOff: () => tap.brokeOff?.(),
  }
}

function discreetly({ code, details }: GatewayError, credential: { secret: string }): GatewayError {
  const reason = masked(Buffer.from(String(details['reason'] ?? '')), credential).toString()
  return new GatewayError(code, { ...details, reason })
}
