import type { WrittenLine } from './line.ts'

/** What the journal keeps of a request until it is settled. Whoever has the request keeps it, so that nobody looks for it by id. */
export class Page {
  /** The last line of the request; null before the first, and after it is settled. */
  line: WrittenLine | null = null
  /** Among those that are open. */
  place: Disposable | null = null
}
