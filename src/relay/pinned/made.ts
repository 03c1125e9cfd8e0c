import { asRecord, type Json, parseJson } from '../../core/json.ts'
import { type PackedRecord, unpack } from '../../core/packed-record.ts'
import type { Expected, Pin, PinKind } from '../../core/pin.ts'
import type { ProtocolId } from '../../core/protocol.ts'
import type { RequestRecord } from '../../core/records.ts'

/** Ids that can be asked for later, and that any database takes. */
const ID = /^[\w.:-]{1,200}$/

/**
 * What the row of making a batch says of it, in the place of a usage: the row is in the journal before anybody hears of the
 * batch, and so outlives a database that is away and the process itself.
 */
export function saidOfMade(id: unknown, expected: Expected | null): string | null {
  if (typeof id !== 'string' || !ID.test(id)) return null
  const amounts = expected && {
    input: expected.input,
    output: expected.output,
    nanos: String(expected.costNanos ?? 0n),
  }
  return JSON.stringify({ made: id, ...amounts })
}

/** How a row that says so begins to, as it lies in a line; without the quote before it, of which lines are full, it is found ten times as soon. */
const MARK = JSON.stringify('{"made":').slice(1, -1)

const KIND_OF: Partial<Record<ProtocolId, PinKind>> = {
  'openai-batches': 'batch',
  'anthropic-batches': 'message-batch',
}

/** The batches whose making these rows tell of, on their way to the database. */
export function pinsMadeIn(packed: readonly PackedRecord[]): Pin[] {
  // Hardly any row does, and to read them all would cost each a few microseconds.
  return packed.filter((text) => text.includes(MARK)).flatMap((text) => pinIn(unpack(text)) ?? [])
}

function pinIn(record: RequestRecord): Pin | null {
  const { userId, keyId, providerId, endpointId, credentialId, model, multiplierMicros, at, usageRaw } = record
  const kind = KIND_OF[record.protocolIn]
  if (!kind || !usageRaw?.startsWith('{"made":')) return null
  const said = asRecord(parseJson(usageRaw))
  const { made: id } = said
  if (typeof id !== 'string' || providerId === null || endpointId === null || credentialId === null) return null
  const whose = { userId, keyId, providerId, endpointId, credentialId }
  const expected = expectedIn(said)
  return { id, kind, ...whose, model, size: null, expected, multiplierMicros, createdAt: at, billedAt: null }
}

const WHOLE = /^\d{1,19}$/

/** Null in a row of a version that said nothing of it. */
function expectedIn({ input, output, nanos }: Json): Expected | null {
  if (typeof input !== 'number' || typeof output !== 'number' || typeof nanos !== 'string' || !WHOLE.test(nanos))
    return null
  return { input, output, costNanos: BigInt(nanos) }
}
