import type { Expected } from '../../core/pin.ts'
import { NO_USAGE } from '../../core/usage.ts'
import type { Limits } from '../../metering/limits/limits.ts'
import { dialectErrors } from '../../protocols/all.ts'
import { faultFields, type Log } from '../../telemetry/log.ts'
import { admit, type Admitting } from '../admit.ts'
import { openRecord } from '../attempt.ts'
import type { Caller } from '../authenticate.ts'
import type { Exchange } from '../exchange.ts'
import { outcomeOfError } from '../relay.ts'
import type { Making } from './create.ts'
import { usageOf } from './expected.ts'
import { saidOfMade } from './made.ts'
import type { Made } from './make.ts'
import { parkBatch, writable } from './open-batches.ts'
import { objectOf } from './reach.ts'
import { dialectOf, PROTOCOL_OF } from './routes.ts'

type Paying = Admitting & {
  exchange: Exchange
  caller: Caller
  limits: Pick<Limits, 'parked'>
  log: Pick<Log, 'error'>
}

/**
 * Makes a batch if limits and balance have room for it; the row costs nothing, the batch is charged when it has finished. Until
 * then what it is expected to cost is held.
 */
export async function paidFor(
  making: Making,
  make: () => Promise<Made>,
  paying: Paying,
): Promise<Made & { expected: Expected | null }> {
  const { exchange, caller, log } = paying
  const dialect = dialectOf(making.kind)
  const protocol = { id: PROTOCOL_OF[making.kind], dialect, errors: dialectErrors[dialect] }
  const turn = {
    model: making.model?.id ?? '',
    stream: false,
    body: new Uint8Array(),
    ...usageOf(making),
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
    const { id } = objectOf(bytes)
    const expected = making.expected && { ...making.expected, costNanos: writable(permit.expectedNanos) }
    const usageRaw = errorClass === null ? saidOfMade(id, expected) : null
    const nothing = { usage: NO_USAGE, usageRaw, model: null, pieces: 0, terminal: true }
    // Before its row gives back what it was let in with: what may be used up between them would not be there.
    if (errorClass === null && typeof id === 'string') {
      const { provider, credential } = target
      const pin = { id, kind: making.kind, providerId: provider.id, credentialId: credential.id, expected }
      parkBatch(pin, caller, paying)
    }
    const end = errorClass === null ? 'complete' : 'upstream_error'
    await permit
      .settle({ end, httpStatus: status, errorClass, errorMessage: null, delivered: nothing })
      .catch((error: unknown) => {
        // What was made is to be written down and told all the same, or it would run unpaid and be made twice.
        if (errorClass !== null) throw error
        log.error('the row of a batch is not written', { requestId: exchange.id, ...faultFields(error) })
      })
    return { ...made, expected }
  } catch (error) {
    await permit.settle(outcomeOfError(error, exchange, protocol))
    throw error
  }
}
