import { type Asked, openAsked } from './asked.ts'
import { book, type Booking, type Ending, type Heard, opened, type Running, type Talk } from './running.ts'

/** The rows of one session, by the ids of their answers and transcripts. */
export type RealtimeRows = {
  /** Answers that are asked for, and have not begun. */
  asked: Asked
  /** Its upstream is at it now. Absent `heard`: it is an answer, the first of those that were asked for if there is any. */
  begin(id: string, heard?: Heard): Running
  /** The one that is under way by this id. */
  get(id: string): Running | undefined
  /** Those that are under way. */
  all(): [id: string, running: Running][]
  settle(id: string, ending: Ending): void
  /** Whether it has been settled: told twice it is one all the same. */
  isSettled(id: string): boolean
  /** Resolves when all that has ended is booked. */
  booked(): Promise<unknown>
  /** Resolves when none is under way, nor asked for. */
  idle(): Promise<unknown>
}

/** Opens the rows of a session; each is a request of its own. `talk` is what the next answer comes to. */
export function openRows(booking: Booking, talk: () => Talk): RealtimeRows {
  const running = new Map<string, Running>()
  const settled = new Set<string>()
  const closing = new Set<Promise<unknown>>()
  let waiting: (() => void)[] = []
  const asked = openAsked(booking, talk, end)
  const booked = () => Promise.allSettled(closing)
  const isIdle = () => running.size + asked.size === 0

  function end(one: Running, ending: Ending): void {
    const done = book(one, ending, booking)
    closing.add(done)
    void done.finally(() => closing.delete(done)).catch(() => undefined)
    if (!isIdle()) return
    for (const wake of waiting) wake()
    waiting = []
  }

  function begin(id: string, heard: Heard | null = null): Running {
    const one = heard
      ? opened(booking, { heard, talk: null, isBegun: true })
      : (asked.next() ?? opened(booking, { heard, talk: talk(), isBegun: true }))
    if (!heard) one.responseId = id
    running.set(id, one)
    return one
  }

  return {
    asked,
    begin,
    booked,
    settle(id, ending) {
      const ended = running.get(id) ?? begin(id)
      running.delete(id)
      if (id !== '') settled.add(id)
      end(ended, ending)
    },
    isSettled: (id) => settled.has(id),
    get: (id) => running.get(id),
    all: () => [...running],
    async idle() {
      if (!isIdle()) await new Promise<void>((resolve) => waiting.push(resolve))
      await booked()
    },
  }
}
