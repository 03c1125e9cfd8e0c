import { type Clock, SECOND_MS } from './time.ts'

/** How long after a stop began the end of each part is waited for, in the order in which they end. */
const UNTIL_MS = {
  // Half a minute to finish, and what it takes to settle those that were cut off.
  requests: 35 * SECOND_MS,
  operations: 37 * SECOND_MS,
  findings: 42 * SECOND_MS,
  journal: 43 * SECOND_MS,
  bodies: 43.25 * SECOND_MS,
  database: 43.5 * SECOND_MS,
} as const
/** What of a gateway is ended by itself. */
export type StopPart = keyof typeof UNTIL_MS

/** When whatever is left of a process that was told to stop is ended: before the 45 seconds that services are given are over. */
export const STOPPED_BY_MS = 44 * SECOND_MS

/** The time of one stop, which begins when the first part is ended. */
export type StopTime = {
  /** Has a part ended with the others, and waited for no longer than it has; what goes on by itself then, the end of the process cuts off. */
  use<Room extends AsyncDisposable>(rooms: AsyncDisposableStack, part: StopPart, room: Room): Room
  /** Whether some part has not ended in its time. */
  readonly isOver: boolean
}

/** Opens the time of a stop; `onLate` hears of each part that is not waited for any longer. */
export function createStopTime(
  { monotonicMs }: Pick<Clock, 'monotonicMs'>,
  onLate: (part: StopPart) => void,
): StopTime {
  let beganMs: number | null = null
  let isOver = false

  async function end(part: StopPart, room: AsyncDisposable): Promise<void> {
    beganMs ??= monotonicMs()
    const late = Promise.withResolvers<'late'>()
    const timer = setTimeout(() => late.resolve('late'), Math.max(0, beganMs + UNTIL_MS[part] - monotonicMs()))
    // One that fails later is heard by the race, and nobody is left to be told.
    const how = await Promise.race([room[Symbol.asyncDispose](), late.promise]).finally(() => clearTimeout(timer))
    if (how !== 'late') return
    isOver = true
    onLate(part)
  }

  return {
    get isOver() {
      return isOver
    },
    use(rooms, part, room) {
      rooms.defer(() => end(part, room))
      return room
    },
  }
}
