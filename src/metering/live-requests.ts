import { type PackedRecord, unpack } from '../core/packed-record.ts'
import type { RequestRecord } from '../core/records.ts'
import type { Book } from './open-request.ts'

/** Somebody who follows requests; neither call may wait. */
type Follower = {
  /** A request has begun (status `running`), or has ended and can be read. */
  tell(record: RequestRecord): void
  /** Nothing more will be told. */
  end(): void
}

/** Requests as they begin and end, for whoever looks on. */
type LiveRequests = Disposable & {
  follow(follower: Follower): Disposable
  /** These have ended, and can be read. */
  tell(ended: readonly PackedRecord[]): void
  /** The same book, which tells of requests that begin. */
  over(book: Book): Book
}

/** What the book holds of a request that begins is how it would have ended by now; nobody knows yet how it will. */
const RUNNING = { status: 'running', end: 'complete', httpStatus: 0, errorClass: null, errorMessage: null } as const

/** Tells followers what happens; disposing ends them all. */
export function createLiveRequests(): LiveRequests {
  const followers = new Set<Follower>()
  const tell = (record: RequestRecord) => {
    for (const follower of followers) follower.tell(record)
  }
  return {
    follow(follower) {
      followers.add(follower)
      return { [Symbol.dispose]: () => void followers.delete(follower) }
    },
    tell(ended) {
      if (followers.size > 0) for (const record of ended) tell(unpack(record))
    },
    over: (book) => ({
      // Mostly nobody looks on, and then it is one promise less for each request.
      admit: (record, page) => {
        const admitted = book.admit(record, page)
        return followers.size === 0 ? admitted : admitted.then(() => tell({ ...record, ...RUNNING }))
      },
      meter: (record, page) => book.meter(record, page),
      settle: (record, page) => book.settle(record, page),
      get ready() {
        return book.ready
      },
    }),
    [Symbol.dispose]() {
      for (const follower of followers) follower.end()
      followers.clear()
    },
  }
}
