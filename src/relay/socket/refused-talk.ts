import { GatewayError } from '../../core/errors.ts'
import type { ModelEntry, TargetEntry } from '../../core/directory.ts'
import type { AttemptRecord } from '../../core/records.ts'
import { type Ledger, limitedBy } from '../../metering/ledger.ts'
import { LONGEST_NAME, openaiRealtime, realtimeTurn } from '../../protocols/realtime/openai-realtime.ts'
import { admittedOf, requireRoom } from '../admit.ts'
import type { Caller } from '../authenticate.ts'
import type { Directory } from '../directory.ts'
import type { Exchange } from '../exchange.ts'
import { outcomeOfError } from '../relay.ts'
import type { RelayOptions } from '../serve.ts'

/** A conversation that is to begin. */
type Talk = { exchange: Exchange; caller: Caller; model: string }
type By = { directory: Directory; ledger: Pick<Ledger, 'refuse'>; limits: Pick<RelayOptions['limits'], 'admit'> }

/** Throws what limits and the balance have against a conversation, which leaves the row of a request that they refuse. */
export function requireRoomFor({ exchange, caller, model }: Talk, { directory, ledger, limits }: By): void {
  const entry = directory.model(model) ?? null
  try {
    requireRoom(caller, entry, limits)
  } catch (error) {
    // Without a model it is no request, in HTTP either.
    if (error instanceof GatewayError && model !== '' && model.length <= LONGEST_NAME) {
      const admitted = admittedOf({ exchange, caller, protocol: openaiRealtime, turn: realtimeTurn(model) })
      const trail = { model: entry, target: null, attempts: [] }
      ledger.refuse({ admitted, trail, outcome: limitedBy(error), elapsedMs: exchange.elapsedMs() })
    }
    throw error
  }
}

/** The model of a conversation, once it is known to be the caller's, and who was asked before it failed. */
export type Tried = { model: ModelEntry | null; attempts: AttemptRecord[]; target: TargetEntry | null }

/** Writes the row of a conversation that never began because of an error, as of a request in HTTP. */
export function bookNeverBegun(
  error: unknown,
  { exchange, caller, model }: Talk,
  trail: Tried,
  { ledger }: Pick<By, 'ledger'>,
): void {
  const admitted = admittedOf({ exchange, caller, protocol: openaiRealtime, turn: realtimeTurn(model) })
  const outcome = outcomeOfError(error, exchange, openaiRealtime)
  ledger.refuse({ admitted, trail, outcome, elapsedMs: exchange.elapsedMs() })
}
