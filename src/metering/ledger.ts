import type { ModelEntry, TargetEntry } from '../core/directory.ts'
import { GatewayError } from '../core/errors.ts'
import type { AttemptRecord, RequestRecord } from '../core/records.ts'
import { type Admitted, type Outcome, settledRecord } from './record.ts'

/** What an admitted request holds until it is settled, exactly once, whatever ends it. */
export type Permit = Disposable & {
  /** The model the request is for, once it is known. */
  resolved(model: ModelEntry): void
  /** Notes what asking a candidate gave. */
  tried(target: TargetEntry, attempt: AttemptRecord): void
  /** Books the outcome and answers the settled record; a second call changes nothing and answers the first one's. */
  settle(outcome: Outcome): RequestRecord
}

/** Where settled records go: they are taken at once and written a little later. */
export type RecordSink = { put(record: RequestRecord): void; readonly full: boolean }

export type Ledger = {
  /** Admits a request, or throws `not_ready` while no more records can be kept; `elapsedMs` counts from its arrival. */
  admit(admitted: Admitted, elapsedMs: () => number): Permit
  /** Requests admitted and not settled yet. */
  readonly open: number
}

/** The book of requests under way. Limits and holds are taken here in `admit` and given back in `settle`. */
export function createLedger(sink: RecordSink): Ledger {
  let open = 0
  return {
    admit(admitted, elapsedMs) {
      if (sink.full) throw new GatewayError('not_ready')
      open += 1
      return openPermit(admitted, elapsedMs, (record) => {
        open -= 1
        sink.put(record)
      })
    },
    get open() {
      return open
    },
  }
}

/** A request that ended without saying how did so by a fault of ours; nothing was delivered, so nothing is charged. */
const FAULT: Outcome = {
  end: 'gateway_error',
  httpStatus: 500,
  errorClass: 'internal',
  errorMessage: null,
  delivered: null,
}

function openPermit(admitted: Admitted, elapsedMs: () => number, close: (record: RequestRecord) => void): Permit {
  let model: ModelEntry | null = null
  let target: TargetEntry | null = null
  let settled: RequestRecord | null = null
  const attempts: AttemptRecord[] = []
  const settle = (outcome: Outcome) => {
    if (settled) return settled
    settled = settledRecord(admitted, { model, target, attempts }, outcome, elapsedMs())
    close(settled)
    return settled
  }
  return {
    resolved(found) {
      model = found
    },
    tried(asked, attempt) {
      target = asked
      attempts.push(attempt)
    },
    settle,
    [Symbol.dispose]: () => void settle(FAULT),
  }
}
