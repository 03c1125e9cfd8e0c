import type { TargetEntry } from '../core/directory.ts'
import { GatewayError } from '../core/errors.ts'
import type { Log } from '../telemetry/log.ts'
import type { Exchange } from './exchange.ts'
import type { Steps } from './relay.ts'
import type { Candidate, Skip } from './routing/candidates.ts'
import { tellingSkips } from './routing/fates.ts'

/** A model may have hundreds of routes; who is asked comes first. */
const MOST_NAMED = 20

/**
 * The same steps, which say in the log why a request is refused, who may be asked for it and what came of asking, by ids and codes
 * alone. For `LOG_LEVEL=debug`: at any other level the relay goes without them.
 */
export function tellingSteps(steps: Steps, log: Pick<Log, 'debug'>): Steps {
  const refused = (exchange: Exchange, error: unknown): never => {
    if (error instanceof GatewayError)
      log.debug('a request is refused', { requestId: exchange.id, code: error.code, status: error.status })
    throw error
  }
  return {
    ...steps,
    authenticate(exchange) {
      try {
        return steps.authenticate(exchange)
      } catch (error) {
        return refused(exchange, error)
      }
    },
    admit: (exchange, ...rest) => steps.admit(exchange, ...rest).catch((error: unknown) => refused(exchange, error)),
    plan(exchange, ...rest) {
      try {
        const plan = steps.plan(exchange, ...rest)
        log.debug('a request is planned', {
          requestId: exchange.id,
          model: plan.model.id,
          count: plan.candidates.length,
          candidates: listOf(plan.candidates, nameOf),
          skipped: listOf(tellingSkips(plan.skips, plan.candidates), (skip) => `${nameOf(skip)} ${skip.reason}`),
          ...(plan.lastResort && { reason: 'last_resort' }),
        })
        return plan
      } catch (error) {
        return refused(exchange, error)
      }
    },
    mayRetry() {
      const may = steps.mayRetry()
      if (!may) log.debug('no retry is left of the budget')
      return may
    },
    async attempt(ask) {
      const answer = await steps.attempt(ask)
      const { record, lesson } = answer
      log.debug(answer.ok ? 'an upstream answers' : 'an upstream has not answered', {
        requestId: ask.exchange.id,
        ...partsOf(ask.target),
        count: ask.n,
        ms: Math.round((record.firstTokenMs ?? record.endedMs) - record.startedMs),
        status: record.httpStatus,
        ...(!answer.ok && { errorClass: record.errorClass, retry: answer.retry, reason: lesson.kind }),
      })
      return answer
    },
  }
}

function partsOf({ provider, endpoint, credential }: TargetEntry) {
  return { provider: provider.id, endpoint: endpoint.id, credential: credential.id }
}

/** The lines of the attempts say whose endpoint it is. */
function nameOf({ target: { endpoint, credential }, protocol }: Candidate): string {
  return `${endpoint.id}/${credential.id}/${protocol}`
}

function listOf<T extends Candidate | Skip>(all: readonly T[], said: (one: T) => string): string {
  return all.slice(0, MOST_NAMED).map(said).join(', ')
}
