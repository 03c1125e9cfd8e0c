import { sameJson } from './same-json.ts'

type Versioned = { version: number }

/**
 * From which version a thing is changed, whose form was filled from `seen` while the list behind it went on to `newest`: from the newest
 * where what is changed is still as it was, as nothing of others is overwritten then, and else from that which was seen, which the
 * server refuses.
 */
export function versionFor<T extends Versioned>(body: object, seen: T, newest: T): number {
  const valueOf = (of: T, field: string) => Object.entries(of).find(([name]) => name === field)?.[1] as unknown
  const isAsSeen = Object.keys(body).every((field) => sameJson(valueOf(seen, field), valueOf(newest, field)))
  return isAsSeen ? newest.version : seen.version
}
