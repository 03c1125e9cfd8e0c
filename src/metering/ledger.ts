import type { TargetEntry } from '../core/directory.ts'
import { GatewayError } from '../core/errors.ts'
import { Latest } from '../core/latest.ts'
import type { RequestRecord } from '../core/records.ts'
import { SECOND_MS } from '../core/time.ts'
import { NO_USAGE } from '../core/usage.ts'
import type { Hold } from './limits/hold.ts'
import type { Asking, Limits } from './limits/limits.ts'
import { type Book, type Opening, OpenRequest, type Permit } from './open-request.ts'
import { type Admitted, type Outcome, settledRecord, type Trail } from './record.ts'
import { Shares } from './shares.ts'
import type { Estimator } from './tokenizer/estimator.ts'

/** Lets requests in, and books what each of them used exactly once. */
export type Ledger = AsyncDisposable & {
  /**
   * Admits a request and resolves when that is in the journal, or rejects: with `not_ready` while no more records can be kept,
   * or with the limit that stands against it.
   */
  admit(admitted: Admitted, opening: Opening): Promise<Permit>
  /**
   * Books what was used while nobody waited, such as by a batch: booked again under the same id its row stays one, and it counts
   * once. Rejects with the limit that stands against it, and has then booked nothing, or with `not_ready`: what had been counted by
   * then stays so, as its line is written once the disk recovers.
   */
  charge(charge: Charge): Promise<void>
  /** Writes down a request that nothing was taken for and nobody answered; nobody waits for its row. */
  refuse(refused: Refused): void
  /** Requests admitted and not settled yet. */
  readonly open: number
}

/** Something to be paid for that is over already; what is parked by the id of its row is given back when it is booked. */
export type Charge = {
  admitted: Admitted
  asking: Omit<Asking, 'size'>
  trail: Trail & { target: TargetEntry }
  outcome: Outcome
}

/** A request that ended before it was let in. */
type Refused = { admitted: Admitted; trail: Trail; outcome: Outcome; elapsedMs: number }

const OVER: Asking['size'] = { inputTokens: 0, maxTokens: null, answers: 1, usage: NO_USAGE, over: true }

/** How often every request is looked at, and in how many shares: the lines of thousands at once would hold up all streams. */
const LOOK_MS = SECOND_MS
const SHARES = 10
const FAREWELL_MS = 5 * SECOND_MS
/** So many that were counted and may not be written yet are known: each was charged in the seconds in which a disk began to fail. */
const MOST_UNWRITTEN = 1000

/** The book of requests under way, in which addresses stand as `addressKept` has them. Disposing waits for requests to settle, for five seconds at most. */
export function createLedger(
  book: Book,
  estimate: Estimator,
  limits: Pick<Limits, 'admit' | 'parked'>,
  addressKept: (ip: string) => string = (ip) => ip,
): Ledger {
  const asKept = (told: Admitted): Admitted => {
    const ip = addressKept(told.ip)
    return ip === told.ip ? told : { ...told, ip }
  }
  const unwritten = new Latest<string, RequestRecord>(MOST_UNWRITTEN)
  const open = new Shares<OpenRequest>(SHARES)
  const look = setInterval(() => {
    for (const request of open.next()) request.look()
  }, LOOK_MS / SHARES)
  look.unref()
  return {
    async admit(told, opening) {
      if (!book.ready) throw new GatewayError('not_ready')
      const admitted = asKept(told)
      const hold = holdOf(admitted, opening, { book, limits })
      const request = new OpenRequest({ opening, admitted, hold, book, estimate })
      request.place = open.add(request)
      try {
        await request.admit()
      } catch (error) {
        // Its line may still be written once the disk recovers; then the row must say that it was refused.
        request.settle(NOT_ADMITTED).catch(() => undefined)
        throw error
      }
      return request
    },
    async charge(charge) {
      if (!book.ready) throw new GatewayError('not_ready')
      // Who tries again books what was counted, whatever is known of it by now.
      const record = unwritten.get(charge.admitted.id) ?? countOver(charge, { asKept, limits })
      unwritten.set(record.id, record)
      await book.settle(record)
      unwritten.delete(record.id)
    },
    refuse(refused) {
      if (book.ready) bookRefused({ ...refused, admitted: asKept(refused.admitted) }, book)
    },
    get open() {
      return open.size
    },
    async [Symbol.asyncDispose]() {
      const late = Promise.withResolvers<void>()
      const timer = setTimeout(late.resolve, FAREWELL_MS)
      await Promise.race([Promise.allSettled(open.all().map(({ settled }) => settled)), late.promise])
      clearTimeout(timer)
      clearInterval(look)
    },
  }
}

/** Counts what is over already, and gives back what was parked for it; its row is to be booked. */
function countOver(
  { admitted, asking, trail, outcome }: Charge,
  { asKept, limits }: { asKept: (told: Admitted) => Admitted; limits: Pick<Limits, 'admit' | 'parked'> },
): RequestRecord {
  const record = settledRecord(asKept(admitted), trail, outcome, 0)
  // It takes no room for its cost, so what is parked for it cannot stand in its way.
  const hold = limits.admit({ ...asking, size: OVER })
  hold.asking(trail.target)
  hold.settle(record)
  limits.parked.release(record.id)
  return record
}

/** Takes what the request needs; one that is refused has a row too, which nobody waits for. */
function holdOf(
  admitted: Admitted,
  { asking, elapsedMs }: Opening,
  { book, limits }: { book: Book; limits: Pick<Limits, 'admit'> },
): Hold {
  try {
    return limits.admit(asking)
  } catch (error) {
    if (error instanceof GatewayError) {
      const trail = { model: asking.model, target: null, attempts: [] }
      bookRefused({ admitted, trail, outcome: limitedBy(error), elapsedMs: elapsedMs() }, book)
    }
    throw error
  }
}

/** How a request ends that a limit or the balance stands against. */
export function limitedBy({ status, code, message }: GatewayError): Outcome {
  return { end: 'limit', httpStatus: status, errorClass: code, errorMessage: message, delivered: null }
}

function bookRefused({ admitted, trail, outcome, elapsedMs }: Refused, book: Book): void {
  book.settle(settledRecord(admitted, trail, outcome, elapsedMs)).catch(() => undefined)
}

const NOT_READY = new GatewayError('not_ready')
const NOT_ADMITTED: Outcome = {
  end: 'gateway_error',
  httpStatus: NOT_READY.status,
  errorClass: NOT_READY.code,
  errorMessage: NOT_READY.message,
  delivered: null,
}
