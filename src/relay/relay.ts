import { GatewayError } from '../core/errors.ts'
import type { Rates } from '../core/price.ts'
import type { RequestRecord } from '../core/records.ts'
import type { Permit } from '../metering/open-request.ts'
import type { Outcome } from '../metering/record.ts'
import type { Protocol, Told, Turn } from '../protocols/protocol.ts'
import type { TokenQuestion } from '../protocols/translate/token-question.ts'
import type { Wish } from './admit.ts'
import { type Answered, askInTurn, type AskSteps, deliverAnswered, type Question } from './ask.ts'
import type { Caller } from './authenticate.ts'
import { countHere, type Counting, countingPlan, isUnknownQuestion } from './count-here.ts'
import type { Exchange } from './exchange.ts'
import { cutBy, isGone, isSaidByUpstream, keptWords } from './failure.ts'
import { forTranslation } from './forms/for-translation.ts'
import type { SpooledForm } from './forms/spooled-form.ts'
import { keepAlive, type KeptAlive } from './keep-alive.ts'
import type { Plan } from './plan.ts'

/** The steps of a request, bound to what they need. */
export type Steps = AskSteps &
  Counting & {
    authenticate(exchange: Exchange): Caller
    /** Cuts the exchange off when the caller's key no longer stands. */
    watch(exchange: Exchange, caller: Caller): Disposable
    /** What a model is sold for at a time (epoch milliseconds); null where it has no price. */
    ratesOf(model: string, at: number): Rates | null
    admit(exchange: Exchange, caller: Caller, protocol: Protocol, turn: Wish): Promise<Permit>
    plan(exchange: Exchange, caller: Caller, protocol: Protocol, turn: Turn): Plan
    /** Bytes of a form that may be read into memory, to be said in another protocol. */
    mostWhole: () => number
    /** The plan with those alone who keep what the request names. */
    bound(plan: Plan, question: Question): Plan | Promise<Plan>
  }

/** One request, start to finish; answers its settled record. Throws a GatewayError when the caller has received nothing yet. */
export async function relay(exchange: Exchange, protocol: Protocol, steps: Steps): Promise<RequestRecord> {
  const caller = steps.authenticate(exchange)
  // Here and in what follows `finally` stands for `using`, of which each costs a request several calls into V8's runtime.
  const watch = steps.watch(exchange, caller)
  let form: SpooledForm | undefined
  let admitted: AdmittedRequest | undefined
  try {
    if (exchange.form) form = await exchange.form(caller.userId)
    admitted = await admittedBy({ exchange, protocol, caller, form }, steps)
    const answered = await answeredBy(admitted, caller, steps)
    admitted.letGo()
    return await ('answer' in answered ? deliverAnswered(answered, admitted.permit, steps) : answered)
  } catch (thrown) {
    if (!admitted) throw thrown
    return await brokenOff(thrown, admitted, exchange, protocol)
  } finally {
    watch[Symbol.dispose]()
    try {
      if (admitted) await admitted.leave()
    } finally {
      if (form) await form[Symbol.asyncDispose]()
    }
  }
}

/** Settles a request that failed; whoever has been told something already is told the rest in the stream, and others by whoever catches. */
async function brokenOff(
  thrown: unknown,
  admitted: AdmittedRequest,
  exchange: Exchange,
  protocol: Protocol,
): Promise<RequestRecord> {
  admitted.letGo()
  const error = cutBy(exchange.signal) ?? thrown
  if (error instanceof GatewayError && protocol.errors.isToldInStream?.(error) && !isGone(exchange.signal))
    admitted.begin()
  const record = await admitted.permit.settle(outcomeOfError(error, exchange, protocol))
  if (!(error instanceof GatewayError) || !exchange.reply.headersSent || isGone(exchange.signal)) throw error
  exchange.reply.end(protocol.errors.breakOff(error, aboutOf(exchange)))
  return record
}

type Asked = { exchange: Exchange; protocol: Protocol; caller: Caller; form: SpooledForm | undefined }

/** Reads a request and lets it in; throws what stands against that. */
async function admittedBy({ exchange, protocol, caller, form }: Asked, steps: Steps): Promise<AdmittedRequest> {
  const { bytes: body, place } = form ? { bytes: form.body, place: null } : await exchange.body(caller.userId)
  try {
    const { path, query, headers, at } = exchange
    const incoming = {
      path,
      query,
      body,
      contentType: headers['content-type'],
      files: form?.files,
      ratesOf: (model: string) => steps.ratesOf(model, at),
    }
    const turn = protocol.read(incoming)
    const permit = await steps.admit(exchange, caller, protocol, turn)
    const alive = keepAlive(exchange, turn)
    const question = { exchange: alive.exchange, protocol, userId: caller.userId, incoming, room: place, turn, form }
    return new AdmittedRequest(question, place, permit, alive)
  } catch (error) {
    place?.[Symbol.dispose]()
    throw error
  }
}

/** A request that has been let in. Its question is given away, not held: a live answer outlasts the body by minutes. */
class AdmittedRequest {
  readonly permit: Permit
  readonly #alive: KeptAlive
  #place: Disposable | null
  #question: Question | null

  constructor(question: Question, place: Disposable | null, permit: Permit, alive: KeptAlive) {
    this.#question = question
    this.#place = place
    this.permit = permit
    this.#alive = alive
  }

  /** What is asked, once. */
  takeQuestion(): Question {
    const question = this.#question
    if (!question) throw new Error('a request is asked once')
    this.#question = null
    return question
  }

  /** Sends the head of a stream of which nothing has gone out. */
  begin(): void {
    this.#alive.begin()
  }

  /** The place of its body is free from now on. */
  letGo(): void {
    this.#place?.[Symbol.dispose]()
    this.#place = null
  }

  /** Nothing goes out of itself any more; resolves when it is settled, whatever ended it. */
  leave(): PromiseLike<void> {
    this.#alive[Symbol.dispose]()
    return this.permit[Symbol.asyncDispose]()
  }
}

/**
 * Who answers, or the record of what was answered here. What was weighed for it is not kept while the answer lasts, and nothing is
 * awaited where there is nothing to wait for: hardly anybody names what an upstream keeps, or sends a form.
 */
function answeredBy(admitted: AdmittedRequest, caller: Caller, steps: Steps): Promise<Answered | RequestRecord> {
  const { permit } = admitted
  const question = admitted.takeQuestion()
  const planned = steps.plan(question.exchange, caller, question.protocol, question.turn)
  permit.resolved(planned.model)
  const binding = steps.bound(planned, question)
  if (binding instanceof Promise || question.form) return answeredLater(binding, question, permit, steps)
  return answeredTo(binding, question, permit, steps)
}

async function answeredLater(
  binding: Plan | Promise<Plan>,
  asked: Question,
  permit: Permit,
  steps: Steps,
): Promise<Answered | RequestRecord> {
  const { plan, question } = await forTranslation(await binding, asked, steps.mostWhole)
  return answeredTo(plan, question, permit, steps)
}

function answeredTo(whole: Plan, question: Question, permit: Permit, steps: Steps): Promise<Answered | RequestRecord> {
  const counting = countingPlan(whole, question)
  if (!counting) return askInTurn(whole, question, permit, steps)
  const { plan, asked, isHere } = counting
  return isHere ? countHere(asked, question, permit, steps) : countedBy(plan, asked, { question, permit, steps })
}

type Counted = { question: Question; permit: Permit; steps: Steps }

/** A count by whoever answers the request itself, or one of ours where they know no such question. */
async function countedBy(
  plan: Plan,
  asked: TokenQuestion,
  { question, permit, steps }: Counted,
): Promise<Answered | RequestRecord> {
  const answered = await askInTurn(plan, question, permit, steps)
  if (!isUnknownQuestion(answered.answer.record)) return answered
  answered.answer.drop()
  answered.lease[Symbol.dispose]()
  return countHere(asked, question, permit, steps)
}

function aboutOf(exchange: Exchange): Told {
  return { locale: exchange.locale, requestId: exchange.id, asked: exchange }
}

/** How a request ended that was answered with an error of ours, or with nothing. */
export function outcomeOfError(error: unknown, exchange: Exchange, protocol: Pick<Protocol, 'errors'>): Outcome {
  if (isGone(exchange.signal))
    return { end: 'caller_gone', httpStatus: 499, errorClass: 'caller_gone', errorMessage: null, delivered: null }
  const known = error instanceof GatewayError ? error : new GatewayError('internal', {}, { cause: error })
  const { kind, code } = known
  const upstreams = kind === 'no_upstream' || kind === 'too_fast' || code === 'model_gone' || isSaidByUpstream(known)
  const end = upstreams ? 'upstream_error' : 'gateway_error'
  // The row says the status the caller saw, and dialects word some kinds with their own.
  const httpStatus = exchange.reply.headersSent ? 200 : protocol.errors.refuse(known, aboutOf(exchange)).status
  return { end, httpStatus, errorClass: known.code, errorMessage: keptWords(known), delivered: null }
}
