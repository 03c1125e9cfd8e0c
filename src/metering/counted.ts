import type { RequestRecord } from '../core/records.ts'
import type { Book } from './open-request.ts'

/** The same book, which tells of each request that ends, refused ones among them. */
export function counted(book: Book, { ended }: { ended: (record: RequestRecord) => void }): Book {
  return {
    admit: (record, page) => book.admit(record, page),
    meter: (record, page) => book.meter(record, page),
    settle(record, page) {
      ended(record)
      return book.settle(record, page)
    },
    get ready() {
      return book.ready
    },
  }
}
