/** How many times as many the many are: what takes the square of its length grows by so much. */
const TIMES = 16
const ROUNDS = 3
/** Of processor time, in µs: some kernels count it by ticks of 4 ms, which this is many of. */
const ENOUGH = 80_000

/** What is in proportion stays below it, whatever the collector does meanwhile. */
export const MOST_GROWTH = 4
/** The same for what costs nothing by itself, such as depth in a text of one length: a sixteenth, where a proportion would be 1. */
export const HARDLY_ANY_GROWTH = 0.5

/**
 * How many times as much one of many costs as one of a sixteenth of them, in this thread's processor time: about 1 where work is
 * in proportion to its length, and 16 where it takes the square. `of` makes the work, which is not counted, and what it answers
 * does it.
 */
export function growthOf(many: number, of: (count: number) => () => unknown): number {
  const one = of(many)
  const few = of(Math.ceil(many / TIMES))
  one()
  few()
  const spent = { many: 0, few: 0 }
  for (let round = 0; round < ROUNDS || spent.many < ENOUGH || spent.few < ENOUGH; round += 1) {
    spent.many += costOf(one)
    spent.few += costOf(few, TIMES)
  }
  return spent.many / spent.few
}

function costOf(work: () => unknown, times = 1): number {
  const before = process.threadCpuUsage()
  for (let n = 0; n < times; n += 1) work()
  const { user, system } = process.threadCpuUsage(before)
  return user + system
}
