import { changedIn } from './changed-in.ts'

type Versioned = { version: number }

/**
 * From which version a thing is changed, whose form was filled from `seen` while the list behind it went on to `newest`: from the newest
 * where what is changed is still as it was, as nothing of others is overwritten then, and else from that which was seen, which the
 * server refuses.
 */
export function versionFor<T extends Versioned>(body: object, seen: T, newest: T): number {
  const moved = changedIn(newest, { ...seen })
  return Object.keys(body).some((field) => Object.hasOwn(moved, field)) ? seen.version : newest.version
}
