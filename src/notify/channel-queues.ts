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

type Queue = { waiting: number; tail: Promise<void>; reached: boolean }

/** Opens a queue for each channel, which is told in order; one that is slow or dead holds up nobody but itself. */
export function openChannelQueues(onFault: (error: unknown) => void): ChannelQueues {
  const queues = new Map<string, Queue>()
  let refused: Promise<void> = Promise.resolve()
  let endsBy = Infinity

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

  async function empty(): Promise<void> {
    await Promise.all([refused, ...[...queues.values()].map(({ tail }) => tail)])
  }

  return {
    add(message) {
      const { channel } = message
      const queue = queues.get(channel) ?? { waiting: 0, tail: Promise.resolve(), reached: true }
      if (queue.waiting >= MOST_WAITING) {
        refused = refused.then(() => message.done(FULL)).catch(onFault)
        return
      }
      queues.set(channel, queue)
      queue.waiting += 1
      queue.tail = queue.tail
        .then(() => tell(message, queue))
        .catch(onFault)
        .finally(() => {
          queue.waiting -= 1
          if (queue.waiting === 0) queues.delete(channel)
        })
    },
    empty,
    async [Symbol.asyncDispose]() {
      endsBy = performance.now() + FAREWELL_MS
      await empty()
    },
  }
}
