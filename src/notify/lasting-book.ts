import { newId } from '../core/ids.ts'
import { Latest } from '../core/latest.ts'
import { DAY_MS, SECOND_MS } from '../core/time.ts'
import { type AlertBook, type ChannelDelivery, nameOf, type OpenAlert, type StoredBook } from './alert-book.ts'
import { within } from './within.ts'

type Options = { now: () => number; onFault: (error: unknown) => void }

/** An alert as this process knows it. */
type Known = { alert: OpenAlert; isOpen: boolean }

/** Something that is to be written down once the database is there, and since when. */
type Owed = { at: number; write: () => Promise<unknown> }

/** One that is away without a word would keep whoever asks waiting for minutes. */
const WORD_MS = 10 * SECOND_MS
const MOST = 1000
/** What nobody could write down for so long is history that is not told. */
const OWED_MS = DAY_MS

/**
 * A book that goes on while the database that keeps it is away or takes no writes: from memory, as it was read last and with what
 * came since, which is written down once that can be done. Each look at what is open asks the database anew; what comes between
 * two looks does not, once it was away.
 */
export function lastingBook(book: StoredBook, { now, onFault }: Options): AlertBook {
  const known = new Latest<string, Known>(MOST)
  const toldAt = new Latest<string, number>(MOST)
  let owed: readonly Owed[] = []
  let isAway = false

  /** What the database says; null where it is away. */
  async function ask<T>(question: () => Promise<T>): Promise<{ said: T } | null> {
    if (isAway) return null
    try {
      return { said: await within(WORD_MS, question()) }
    } catch (error) {
      isAway = true
      onFault(error)
      return null
    }
  }

  function owe(write: Owed['write']): void {
    owed = [...owed, { at: now(), write }].slice(-MOST)
  }

  /** Behind what is owed already: the database is told of everything in the order in which it was. */
  async function writeDown(write: Owed['write']): Promise<void> {
    if (owed.length > 0 || !(await ask(write))) owe(write)
  }

  async function catchUp(): Promise<void> {
    isAway = false
    owed = owed.filter(({ at }) => now() - at < OWED_MS)
    for (let next = owed[0]; next; next = owed[0]) {
      const done = next
      if (!(await ask(done.write))) return
      owed = owed.filter((one) => one !== done)
    }
  }

  function keep(alert: OpenAlert, isOpen: boolean): void {
    known.set(alert.id, { alert, isOpen })
    const told = alert.deliveries.filter(({ state }) => state === 'fired').map(({ at }) => at)
    if (told.length > 0) toldAt.set(nameOf(alert), Math.max(...told))
  }

  return {
    async open() {
      await catchUp()
      const read = await ask(() => book.open())
      if (!read) return [...known.values()].flatMap(({ alert, isOpen }) => (isOpen ? [alert] : []))
      for (const one of known.values()) one.isOpen = false
      for (const alert of read.said) keep(alert, true)
      return read.said
    },
    endedSince: async (since) => (await ask(() => book.endedSince(since)))?.said ?? [],
    async fire(condition, over) {
      const begun = { id: newId(now()), at: now() }
      const write = () => book.fire(condition, over, begun)
      const written = owed.length > 0 ? null : await ask(write)
      if (!written) owe(write)
      const alert = written ? written.said : { ...condition, id: begun.id, deliveries: [] }
      if (alert) keep(alert, !over)
      return alert
    },
    async resolve(id) {
      const at = now()
      const one = known.get(id)
      if (one) one.isOpen = false
      await writeDown(() => book.resolve(id, at))
    },
    async lastNotified(rule, subject) {
      const read = await ask(() => book.lastNotified(rule, subject))
      if (read) return read.said
      const last = toldAt.get(nameOf({ rule, subject }))
      return last === undefined || last > now() ? null : last
    },
    async delivered(id, deliveries) {
      const one = known.get(id)
      const all = [...(one?.alert.deliveries ?? []), ...deliveries].slice(-MOST)
      if (one) keep({ ...one.alert, deliveries: all }, one.isOpen)
      await writeDown(() => book.delivered(id, deliveries))
    },
    async wasTakenBy(channel, id) {
      const read = await ask(() => book.wasTakenBy(channel, id))
      return read ? read.said : (known.get(id)?.alert.deliveries ?? []).some((one) => tookIt(one, channel))
    },
  }
}

function tookIt(delivery: Pick<ChannelDelivery, 'channel' | 'state' | 'ok'>, channel: string): boolean {
  return delivery.channel === channel && delivery.state === 'fired' && delivery.ok
}
