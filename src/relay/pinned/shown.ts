import type { TargetEntry } from '../../core/directory.ts'
import { splice, topLevelSpans } from '../../core/json.ts'
import type { Pin } from '../../core/pin.ts'
import type { Limits } from '../../metering/limits/limits.ts'
import { type Batch, billBatch, billIdOf, type Billing, isFinished } from './bill-batch.ts'
import type { Pins } from './pins.ts'
import { objectOf } from './reach.ts'

/** What is done about a batch that has finished: whether it is still to be charged, charging it, and noting that it is. */
type Bill = { isOpen: () => Promise<boolean>; charge: () => Promise<void>; note: () => Promise<void> }

/** Charges each finished batch once, however many ask for it at the same time. */
export type Bills = (pin: Pin, bill: Bill) => Promise<void>

/** Whoever asks while a batch is charged waits for it; what failed is tried again by whoever asks next, and nothing is charged again. */
export function createBills(): Bills {
  const running = new Map<string, Promise<void>>()
  const unnoted = new Set<string>()
  async function once(key: string, { isOpen, charge, note }: Bill): Promise<void> {
    if (!(await isOpen())) return
    if (!unnoted.has(key)) await charge()
    unnoted.add(key)
    await note()
    unnoted.delete(key)
  }
  return (pin, bill) => {
    const key = `${pin.providerId} ${pin.id}`
    const billed = running.get(key) ?? once(key, bill).finally(() => running.delete(key))
    running.set(key, billed)
    return billed
  }
}

/** What showing takes: charging a batch, and pinning the files it made. */
export type Showing = Omit<Billing, 'pins'> & {
  pins: Billing['pins'] & Pick<Pins, 'add' | 'find' | 'billed' | 'isCharged'>
  bills: Bills
  limits: Pick<Limits, 'parked'>
}

/**
 * What an upstream says of something it keeps, as its owner may see it: a batch that has finished is charged before, and the
 * files it made become their owner's. Throws what stands against charging it.
 */
export async function shown(bytes: Buffer, pin: Pin, target: TargetEntry, showing: Showing): Promise<Uint8Array> {
  if (pin.kind !== 'batch' && pin.kind !== 'message-batch') return bytes
  const object = objectOf(bytes)
  if (isFinished(object)) {
    if (pin.billedAt === null) await showing.bills(pin, billOf({ pin, target, object }, showing))
    for (const id of [object.output_file_id, object.error_file_id])
      if (typeof id === 'string')
        await showing.pins.add({ ...pin, id, kind: 'file', model: null, size: null, expected: null })
  }
  return withOwnResults(bytes, pin)
}

function billOf(batch: Batch, showing: Showing): Bill {
  const { pin } = batch
  const { pins, limits, now } = showing
  return {
    // Somebody else may have seen it finished meanwhile.
    isOpen: async () => (await pins.find(pin.kind, pin.id, pin.userId))?.billedAt === null,
    charge: async () => {
      // A process before this one may have ended before it could be noted: in limits it would count once more.
      if (!(await pins.isCharged(billIdOf(pin)))) await billBatch(batch, showing)
    },
    note: async () => {
      await pins.billed(pin, now())
      limits.parked.release(billIdOf(pin))
    },
  }
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
