import type { RequestRecord } from '../../core/records.ts'
import { faultFields, type Log } from '../../telemetry/log.ts'
import type { Pins } from './pins.ts'
import { KEPT_AS } from './routes.ts'

/**
 * Writes down where an answer is kept, so that its owner can ask for it again. Only one that was charged whole: what its caller
 * left midway would be had for less than it cost. Never rejects, since the answer itself is well.
 */
export async function keepResponse(
  id: string,
  record: RequestRecord,
  { pins, log }: { pins: Pick<Pins, 'add'>; log: Log },
): Promise<void> {
  const { end, userId, keyId, providerId, endpointId, credentialId, model, at, protocolIn } = record
  const kind = KEPT_AS[protocolIn]
  if (end !== 'complete' || kind === undefined || providerId === null || endpointId === null || credentialId === null)
    return
  const whose = { userId, keyId, providerId, endpointId, credentialId }
  const pin = {
    id,
    kind,
    ...whose,
    model,
    size: null,
    expected: null,
    multiplierMicros: null,
    createdAt: at,
    billedAt: null,
  } as const
  await pins
    .add(pin)
    .catch((error: unknown) => log.error('an answer cannot be kept', { requestId: record.id, ...faultFields(error) }))
}
