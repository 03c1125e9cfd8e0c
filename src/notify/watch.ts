import type { AlertRule, Condition } from '../core/alerts.ts'
import { MINUTE_MS } from '../core/time.ts'
import { faultFields, type Log } from '../telemetry/log.ts'
import type { Channel, Delivery } from './send.ts'

/** An alert as the book has it. Times are epoch milliseconds. */
export type OpenAlert = Condition & {
  id: string
  notifiedAt: number | null
  deliveries: readonly Pick<ChannelDelivery, 'state' | 'ok'>[]
}

/** Where alerts are written down. */
export type AlertBook = {
  open(): Promise<OpenAlert[]>
  /** Opens an alert, or writes one down that is over already; null when one of its rule and subject is open. */
  fire(condition: Condition, over: boolean): Promise<OpenAlert | null>
  resolve(id: string): Promise<void>
  /** When a rule last told of a subject; null: never. */
  lastNotified(rule: AlertRule, subject: string): Promise<number | null>
  delivered(id: string, deliveries: readonly ChannelDelivery[]): Promise<void>
}

/** What came of telling one channel (its id) that an alert began or ended; `at` is epoch milliseconds. */
export type ChannelDelivery = Delivery & { channel: string; at: number; state: 'fired' | 'resolved' }

type WatchOptions = {
  /** Everything that is wrong now. */
  look(): Promise<Condition[]>
  book: AlertBook
  /** The channels that want to hear of a rule. */
  channels(rule: AlertRule): Promise<Channel[]>
  send(channel: Channel, condition: Condition, state: 'fired' | 'resolved'): Promise<Delivery>
  cooldownMs(): number
  now: () => number
  log: Pick<Log, 'error'>
}

/** Watches what goes wrong, and tells of it once. Disposing waits for what is being told, and for what happened before. */
type Watch = AsyncDisposable & {
  /** Looks now; resolves when everything that was found has been told. */
  look(): Promise<void>
  /** Tells of something that happened and is over, such as a threshold that was passed. */
  happened(condition: Condition): void
}

const EVERY_MS = MINUTE_MS

/** Looks every minute, one look at a time. */
export function startWatch(options: WatchOptions): Watch {
  const { book, now } = options
  let working: Promise<void> = Promise.resolve()
  let ending = false

  async function look(): Promise<void> {
    if (ending) return
    const found = await options.look()
    const open = await book.open()
    const openNow = new Set(open.map(nameOf))
    const stillWrong = new Set(found.map(nameOf))
    for (const condition of found) if (!ending && !openNow.has(nameOf(condition))) await begin(condition, false)
    for (const alert of open) {
      // What is left the next process finds as it is.
      if (ending) continue
      if (stillWrong.has(nameOf(alert))) {
        // It began in the pause, or nobody could be told: it must not go on in silence once the pause is over.
        if (!wasTaken(alert) && !isQuiet(await book.lastNotified(alert.rule, alert.subject))) await tell(alert, 'fired')
        continue
      }
      await book.resolve(alert.id)
      // Whoever was told that something is wrong is told that it is not any more.
      if (alert.notifiedAt !== null) await tell(alert, 'resolved')
    }
  }

  async function begin(condition: Condition, over: boolean): Promise<void> {
    const before = await book.lastNotified(condition.rule, condition.subject)
    const alert = await book.fire(condition, over)
    if (alert && !isQuiet(before)) await tell(alert, 'fired')
  }

  function isQuiet(lastNotified: number | null): boolean {
    return lastNotified !== null && now() - lastNotified < options.cooldownMs()
  }

  async function tell(alert: OpenAlert, state: 'fired' | 'resolved'): Promise<void> {
    const channels = await options.channels(alert.rule)
    if (channels.length === 0) return
    const deliveries = await Promise.all(
      channels.map(async (channel) => ({
        channel: channel.id,
        at: now(),
        state,
        ...(await options.send(channel, alert, state)),
      })),
    )
    await book.delivered(alert.id, deliveries)
  }

  function queue(work: () => Promise<void>): Promise<void> {
    working = working.then(work).catch((error: unknown) => {
      options.log.error('alerts cannot be watched; will try again', faultFields(error))
    })
    return working
  }

  const timer = setInterval(() => void queue(look), EVERY_MS)
  timer.unref()
  return {
    look: () => queue(look),
    happened: (condition) => void queue(() => begin(condition, true)),
    async [Symbol.asyncDispose]() {
      clearInterval(timer)
      ending = true
      await working
    },
  }
}

/** Whether some channel took it when it began. */
function wasTaken({ deliveries }: OpenAlert): boolean {
  return deliveries.some(({ state, ok }) => state === 'fired' && ok)
}

function nameOf({ rule, subject }: Condition): string {
  return `${rule} ${subject}`
}
