import type { AlertRule, Condition } from '../core/alerts.ts'
import type { Log } from '../telemetry/log.ts'
import { type AlertBook, nameOf, type OpenAlert } from './alert-book.ts'
import { openChannelQueues } from './channel-queues.ts'
import type { Channel, Delivery } from './send.ts'

/** Who is told, and how. */
export type TellingOptions = {
  book: Pick<AlertBook, 'delivered' | 'wasTakenBy'>
  /** The channels that want to hear of a rule. */
  channels(rule: AlertRule): Promise<Channel[]>
  send(channel: Channel, condition: Condition, state: 'fired' | 'resolved'): Promise<Delivery>
  now: () => number
  log: Pick<Log, 'warn'>
}

/** Tells channels of alerts. Disposing waits for what is on its way. */
type Telling = AsyncDisposable & {
  /** Resolves when it is on its way: a channel that is slow or dead is nothing to wait for. */
  tell(alert: OpenAlert, state: 'fired' | 'resolved', how?: Manner): Promise<void>
  /** The ids of alerts whose beginning some channel has yet to be told of. */
  ids(): ReadonlySet<string>
  /** Whether a channel has yet to be told that an alert is over, and is going to be. */
  isTellingEnd(alert: string, channel: string): boolean
  /** Since when the last alert of this name is on its way; null where none is. */
  since(condition: Condition): number | null
  /** Resolves when everything has been told. */
  empty(): Promise<void>
}

/** `over`: it was over when it began; `only`: no other channel is told. */
type Manner = { over?: boolean; only?: readonly string[] }

/** An alert that begins, and how many channels have yet to be told of it. */
type OnItsWay = { name: string; at: number; left: number }

/** Opens the way to the channels; the book has what came of it once it is told, and not before. */
export function openTelling(options: TellingOptions, onFault: (error: unknown) => void): Telling {
  const queues = openChannelQueues(onFault, (channel) =>
    options.log.warn('a channel cannot keep up with alerts; the oldest are given up', { reason: channel }),
  )
  const onTheWay = new Map<string, OnItsWay>()
  const ends = new Set<string>()

  function arrived(id: string): void {
    const one = onTheWay.get(id)
    if (!one) return
    one.left -= 1
    if (one.left === 0) onTheWay.delete(id)
  }

  return {
    async tell(alert, state, { over = false, only } = {}) {
      const wanting = await options.channels(alert.rule)
      const channels = only ? wanting.filter(({ id }) => only.includes(id)) : wanting
      const at = options.now()
      const begins = state === 'fired' && channels.length > 0
      if (begins) onTheWay.set(alert.id, { name: nameOf(alert), at, left: channels.length })
      for (const { id } of channels) {
        const end = endOf(alert.id, id)
        if (state === 'resolved') ends.add(end)
        queues.add({
          channel: id,
          once: over || state === 'resolved',
          send: () => sendTo(id, alert, state, options),
          done: async (delivery) => {
            try {
              if (delivery) await options.book.delivered(alert.id, [{ channel: id, at, state, ...delivery }])
            } finally {
              if (begins) arrived(alert.id)
              if (state === 'resolved') ends.delete(end)
            }
          },
        })
      }
    },
    ids: () => new Set(onTheWay.keys()),
    isTellingEnd: (alert, channel) => ends.has(endOf(alert, channel)),
    since(condition) {
      const name = nameOf(condition)
      const times = [...onTheWay.values()].flatMap((one) => (one.name === name ? [one.at] : []))
      return times.length === 0 ? null : Math.max(...times)
    },
    empty: () => queues.empty(),
    [Symbol.asyncDispose]: () => queues[Symbol.asyncDispose](),
  }
}

function endOf(alert: string, channel: string): string {
  return `${alert} ${channel}`
}

/**
 * Tells a channel as it is by now: while messages waited for it, it may have been mended, or taken away (null). One that could not be
 * told that something began hears nothing of its end.
 */
async function sendTo(
  id: string,
  alert: OpenAlert,
  state: 'fired' | 'resolved',
  options: TellingOptions,
): Promise<Delivery | null> {
  if (state === 'resolved' && !(await options.book.wasTakenBy(id, alert.id))) return null
  const channel = (await options.channels(alert.rule)).find((one) => one.id === id)
  return channel ? options.send(channel, alert, state) : null
}
