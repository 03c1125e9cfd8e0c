import type { ModelEntry } from '../core/directory.ts'
import { NO_USAGE, type Usage } from '../core/usage.ts'
import type { Ledger } from '../metering/ledger.ts'
import type { Size } from '../metering/limits/estimate.ts'
import type { Asking, Limits } from '../metering/limits/limits.ts'
import type { Permit } from '../metering/open-request.ts'
import type { Admitted } from '../metering/record.ts'
import { AskedText } from '../metering/tokenizer/asked-text.ts'
import { roughTokens } from '../metering/tokenizer/request-text.ts'
import type { Protocol, Turn } from '../protocols/protocol.ts'
import type { Caller } from './authenticate.ts'
import { clientOf } from './client.ts'
import type { Directory } from './directory.ts'
import type { Exchange } from './exchange.ts'
import { paceHeaders } from './pace-headers.ts'

/** What is asked for, as far as it matters to whether it is let in. */
export type Wish = Omit<Turn, 'addressedTo' | 'tap'> & Pick<Asking, 'isBegun'> & Pick<Size, 'talk'> & { least?: Usage }

type Request = { exchange: Exchange; caller: Caller; protocol: Pick<Protocol, 'id' | 'dialect'>; turn: Wish }
/** Who is asked before a request is let in. */
export type Admitting = { directory: Directory; ledger: Ledger; limits: Pick<Limits, 'paceOf' | 'holdsWorst'> }

/** The least of a request, of every kind. */
const LEAST: Usage = { ...NO_USAGE, input: 1, output: 1, audioIn: 1, audioOut: 1, requests: 1 }

/** Throws what would stand against any request of a caller for a model, null: one that is not known; takes nothing. */
export function requireRoom(payer: Caller, model: ModelEntry | null, limits: Pick<Limits, 'admit'>): void {
  const { multiplierMicros } = payer
  const size = { inputTokens: 0, maxTokens: null, answers: 1, usage: LEAST }
  limits.admit({ payer, model, multiplierMicros, size }).settle(null)
}

/** Lets a request in when every limit and the balance have room for it; admitted or not, the caller is told their pace. */
export function admit(
  { exchange, caller, protocol, turn }: Request,
  { directory, ledger, limits }: Admitting,
): Promise<Permit> {
  const { multiplierMicros } = caller
  const { maxTokens = null, answers = 1, estimate: usage = null, least, talk, isBegun = false } = turn
  const admitted = admittedOf({ exchange, caller, protocol, turn })
  const { inputTokens } = admitted
  const model = directory.model(turn.model) ?? null
  // Few limits are hard, and to look through the tools takes longer than all the rest.
  const worst = turn.worst && limits.holdsWorst(caller) ? turn.worst(model?.id ?? turn.model) : undefined
  const size = { inputTokens, maxTokens, answers, usage, least, talk, worst }
  const asking = { payer: caller, model, multiplierMicros, size, at: admitted.at, isBegun }
  const permit = ledger.admit(admitted, {
    asking,
    text: new AskedText(turn.body),
    elapsedMs: exchange.elapsedMs,
    cut: (why) => exchange.cut(why),
  })
  // What it takes is taken by now; that it is in the journal is waited for by whoever asks.
  paceHeaders(protocol.dialect, limits.paceOf(caller), exchange.extraHeaders)
  return permit
}

/** What is known of a request before anybody is asked. */
export function admittedOf({ exchange, caller, protocol, turn }: Request): Admitted {
  return {
    id: exchange.id,
    at: exchange.at,
    userId: caller.userId,
    keyId: caller.id,
    client: clientOf(exchange.headers),
    ip: exchange.ip,
    protocolIn: protocol.id,
    modelAsked: turn.model,
    stream: turn.stream,
    multiplierMicros: caller.multiplierMicros,
    // What is no matter of text need not be looked through: a form may hold an hour of sound.
    inputTokens: turn.estimate ? 0 : roughTokens(turn.body),
  }
}
