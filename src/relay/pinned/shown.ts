import type { TargetEntry } from '../../core/directory.ts'
import { splice, topLevelSpans } from '../../core/json.ts'
import type { Pin } from '../../core/pin.ts'
import { billBatch, type Billing, isFinished } from './bill-batch.ts'
import type { Pins } from './pins.ts'
import { objectOf } from './reach.ts'

/** Charges each finished batch once, however many ask for it at the same time. */
export type Bills = (pin: Pin, charge: () => Promise<void>) => Promise<void>

/** Whoever asks while a charge is under way waits for it; one that failed is tried again by whoever asks next. */
export function createBills(): Bills {
  const running = new Map<string, Promise<void>>()
  return (pin, charge) => {
    const key = `${pin.providerId} ${pin.id}`
    const bill = running.get(key) ?? charge().finally(() => running.delete(key))
    running.set(key, bill)
    return bill
  }
}

/** What showing takes: charging a batch, and pinning the files it made. */
export type Showing = Omit<Billing, 'pins'> & { pins: Billing['pins'] & Pick<Pins, 'add'>; bills: Bills }

/**
 * What an upstream says of something it keeps, as its owner may see it: a batch that has finished is charged before, and the
 * files it made become their owner's. Throws what stands against charging it.
 */
export async function shown(bytes: Buffer, pin: Pin, target: TargetEntry, showing: Showing): Promise<Uint8Array> {
  if (pin.kind !== 'batch' && pin.kind !== 'message-batch') return bytes
  const object = objectOf(bytes)
  if (isFinished(object)) {
    if (pin.billedAt === null) await showing.bills(pin, () => billBatch({ pin, target, object }, showing))
    for (const id of [object.output_file_id, object.error_file_id])
      if (typeof id === 'string') await showing.pins.add({ ...pin, id, kind: 'file', model: null, size: null })
  }
  return withOwnResults(bytes, pin)
}

/** Anthropic's libraries fetch the results from where the batch says, and that is to be here. */
function withOwnResults(bytes: Buffer, { kind, id }: Pin): Uint8Array {
  if (kind !== 'message-batch') return bytes
  const found = topLevelSpans(bytes, new Set(['results_url']))?.get('results_url') ?? []
  const own = Buffer.from(JSON.stringify(`/v1/messages/batches/${id}/results`))
  const told = found.filter(({ start }) => bytes[start] === QUOTE)
  return splice(
    bytes,
    told.map((span) => ({ ...span, with: own })),
  )
}

const QUOTE = 0x22
