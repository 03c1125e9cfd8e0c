import { NO_USAGE } from '../../core/usage.ts'
import { dialectErrors } from '../../protocols/all.ts'
import { faultFields, type Log } from '../../telemetry/log.ts'
import { admit, type Admitting } from '../admit.ts'
import { openRecord } from '../attempt.ts'
import type { Caller } from '../authenticate.ts'
import type { Exchange } from '../exchange.ts'
import { outcomeOfError } from '../relay.ts'
import { leastOf, type Making } from './create.ts'
import { saidOfMade } from './made.ts'
import type { Made } from './make.ts'
import { objectOf } from './reach.ts'
import { dialectOf, PROTOCOL_OF } from './routes.ts'

type Paying = Admitting & { exchange: Exchange; caller: Caller; log: Pick<Log, 'error'> }

/** Makes a batch if limits and balance have room for what is known of its cost; the row costs nothing, the batch is charged when it has finished. */
export async function paidFor(making: Making, make: () => Promise<Made>, paying: Paying): Promise<Made> {
  const { exchange, caller, log } = paying
  const dialect = dialectOf(making.kind)
  const protocol = { id: PROTOCOL_OF[making.kind], dialect, errors: dialectErrors[dialect] }
  const turn = {
    model: making.model?.id ?? '',
    stream: false,
    body: new Uint8Array(),
    estimate: leastOf(making),
    batch: true,
  }
  await using permit = await admit({ exchange, caller, protocol, turn }, paying)
  if (making.model) permit.resolved(making.model)
  try {
    const startedMs = exchange.elapsedMs()
    const made = await make()
    const { target, answer, bytes } = made
    const { status } = answer
    const endedMs = exchange.elapsedMs()
    permit.asking(target)
    permit.tried(target, { ...openRecord({ exchange, target, n: 1 }), startedMs, endedMs, httpStatus: status })
    const errorClass = status < 300 ? null : `http_${status}`
    const usageRaw = errorClass === null ? saidOfMade(objectOf(bytes).id) : null
    const nothing = { usage: NO_USAGE, usageRaw, model: null, pieces: 0, terminal: true }
    const end = errorClass === null ? 'complete' : 'upstream_error'
    await permit
      .settle({ end, httpStatus: status, errorClass, errorMessage: null, delivered: nothing })
      .catch((error: unknown) => {
        // What was made is to be written down and told all the same, or it would run unpaid and be made twice.
        if (errorClass !== null) throw error
        log.error('the row of a batch is not written', { requestId: exchange.id, ...faultFields(error) })
      })
    return made
  } catch (error) {
    await permit.settle(outcomeOfError(error, exchange, protocol))
    throw error
  }
}
