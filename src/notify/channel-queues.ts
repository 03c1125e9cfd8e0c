import { SECOND_MS } from '../core/time.ts'
import type { Delivery } from './send.ts'

/** One message for one channel. */
type Message = {
  channel: string
  /** It happened once, and no later look finds it: it is tried at the end, too. */
  once: boolean
  /** Tells the channel; null when it is not to be told any more. */
  send: () => Promise<Delivery | null>
  /** Is told what came of it; null: nothing was sent. */
  done: (delivery: Delivery | null) => Promise<void>
}

/** Messages on their way. Disposing waits for them, for seconds: it lets go what waits for a channel that cannot be reached and did not happen but once, and then all of it. */
type ChannelQueues = AsyncDisposable & {
  /** Returns at once. */
  add(message: Message): void
  /** Resolves when everything that was added has been told. */
  empty(): Promise<void>
}

/** A dead channel gives up a message after some 42 s: what waited behind more of them would be told hours late. */
const MOST_WAITING = 200
/** A stop has 45 s for everything: no message is begun later than this after it. */
const FAREWELL_MS = 15 * SECOND_MS
const FULL: Delivery = { ok: false, problem: 'queue_full' }

type Queue = { waiting: Message[]; told: Promise<void>; reached: boolean; isFull: boolean }

/**
 * Opens a queue for each channel, which is told in order; one that is slow or dead holds up nobody but itself. Of what a full one has
 * the oldest is given up, as it says least of how things are; `onFull` hears of it once until all has been told.
 */
export function openChannelQueues(onFault: (error: unknown) => void, onFull: (channel: string) => void): ChannelQueues {
  const queues = new Map<string, Queue>()
  let refused: Promise<void> = Promise.resolve()
  let endsBy = Infinity

  async function tellAll(channel: string, queue: Queue): Promise<void> {
    for (let message = queue.waiting.shift(); message; message = queue.waiting.shift())
      await tell(message, queue).catch(onFault)
    queues.delete(channel)
  }

  async function tell({ once, send, done }: Message, queue: Queue): Promise<void> {
    const isDropped = endsBy < Infinity && (performance.now() > endsBy || (!once && !queue.reached))
    const delivery = isDropped ? null : await send().catch(notSent)
    if (delivery) queue.reached = delivery.ok
    await done(delivery)
  }

  function notSent(error: unknown): null {
    onFault(error)
    return null
  }

  function open(channel: string): Queue {
    const queue: Queue = { waiting: [], told: Promise.resolve(), reached: true, isFull: false }
    queues.set(channel, queue)
    queue.told = queue.told.then(() => tellAll(channel, queue))
    return queue
  }

  function giveUp(message: Message, queue: Queue): void {
    if (!queue.isFull) onFull(message.channel)
    queue.isFull = true
    refused = refused.then(() => message.done(FULL)).catch(onFault)
  }

  async function empty(): Promise<void> {
    await Promise.all([...queues.values()].map(({ told }) => told))
    await refused
  }

  return {
    add(message) {
      const queue = queues.get(message.channel) ?? open(message.channel)
      queue.waiting.push(message)
      if (queue.waiting.length <= MOST_WAITING) return
      const oldest = queue.waiting.shift()
      if (oldest) giveUp(oldest, queue)
    },
    empty,
    async [Symbol.asyncDispose]() {
      endsBy = performance.now() + FAREWELL_MS
      await empty()
    },
  }
}
