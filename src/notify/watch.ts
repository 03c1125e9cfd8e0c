import type { Condition } from '../core/alerts.ts'
import { DAY_MS, MINUTE_MS } from '../core/time.ts'
import { faultFields, type Log } from '../telemetry/log.ts'
import { nameOf, type OpenAlert, type StoredBook } from './alert-book.ts'
import { endsOwed } from './ends-owed.ts'
import { lastingBook } from './lasting-book.ts'
import type { Look } from './look-around.ts'
import { openTelling, type TellingOptions } from './telling.ts'

type WatchOptions = Omit<TellingOptions, 'book'> & {
  look(): Promise<Look>
  book: StoredBook
  cooldownMs(): number
  log: Pick<Log, 'error' | 'warn'>
}

/** Watches what goes wrong, and tells of it once. Disposing waits for what is being told, and for what happened before. */
type Watch = AsyncDisposable & {
  /** Looks now; resolves when everything that was found has been told. */
  look(): Promise<void>
  /** Tells of something that happened and is over, such as a threshold that was passed. */
  happened(condition: Condition): void
}

const EVERY_MS = MINUTE_MS
/** How long a channel that took a beginning is tried with its end. */
const OWED_MS = DAY_MS

/** Looks every minute, one look at a time. */
export function startWatch(options: WatchOptions): Watch {
  const { now } = options
  const fault = (error: unknown) => options.log.error('alerts cannot be watched; will try again', faultFields(error))
  const book = lastingBook(options.book, {
    now,
    onFault: (error) => options.log.error('alerts cannot be written down; kept in memory', faultFields(error)),
  })
  const telling = openTelling({ ...options, book }, fault)
  let working: Promise<void> = Promise.resolve()
  let ending = false

  async function look(): Promise<void> {
    if (ending) return
    const { wrong: found, unseen } = await options.look()
    // Before the book, which knows of whatever has been told by then.
    const beingTold = telling.ids()
    const open = await book.open()
    const openNow = new Set(open.map(nameOf))
    const known = open.filter(({ rule }) => unseen.includes(rule))
    // What could not be looked at is as it was.
    const stillWrong = new Set([...found, ...known].map(nameOf))
    for (const condition of found) if (!ending && !openNow.has(nameOf(condition))) await begin(condition, false)
    for (const alert of open) {
      // What is left the next process finds as it is.
      if (ending) continue
      const isOnItsWay = beingTold.has(alert.id)
      if (stillWrong.has(nameOf(alert))) {
        // It began in the pause, or nobody could be told: it must not go on in silence once the pause is over.
        if (!isOnItsWay && !wasTaken(alert) && !isQuiet(await lastTold(alert))) await telling.tell(alert, 'fired')
        continue
      }
      await book.resolve(alert.id)
      // Whoever was told that something is wrong is told that it is not any more.
      if (isOnItsWay || wasTaken(alert)) await telling.tell(alert, 'resolved')
    }
    await tellEnds(stillWrong)
  }

  /** Tells those again who were told that something is wrong, and could not be told that it is over. */
  async function tellEnds(stillWrong: ReadonlySet<string>): Promise<void> {
    const standing = {
      now: now(),
      cooldownMs: options.cooldownMs(),
      open: stillWrong,
      isBeingTold: (alert: string, channel: string) => telling.isTellingEnd(alert, channel),
    }
    for (const { alert, channels } of endsOwed(await book.endedSince(now() - OWED_MS), standing))
      if (!ending) await telling.tell(alert, 'resolved', { only: channels })
  }

  async function begin(condition: Condition, over: boolean): Promise<void> {
    const before = await lastTold(condition)
    const alert = await book.fire(condition, over)
    if (alert && !isQuiet(before)) await telling.tell(alert, 'fired', { over })
  }

  async function lastTold(condition: Condition): Promise<number | null> {
    return telling.since(condition) ?? book.lastNotified(condition.rule, condition.subject)
  }

  function isQuiet(lastNotified: number | null): boolean {
    return lastNotified !== null && now() - lastNotified < options.cooldownMs()
  }

  function queue(work: () => Promise<void>): Promise<void> {
    working = working.then(work).catch(fault)
    return working
  }

  const timer = setInterval(() => void queue(look), EVERY_MS)
  timer.unref()
  return {
    async look() {
      await queue(look)
      await telling.empty()
    },
    happened: (condition) => void queue(() => begin(condition, true)),
    async [Symbol.asyncDispose]() {
      clearInterval(timer)
      ending = true
      await working
      await telling[Symbol.asyncDispose]()
    },
  }
}

/** Whether some channel took it when it began. */
function wasTaken({ deliveries }: OpenAlert): boolean {
  return deliveries.some(({ state, ok }) => state === 'fired' && ok)
}
