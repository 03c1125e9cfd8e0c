/** What a change gave: its value, or why it was refused. `about` names what stood in the way. */
export type Outcome<T, R extends string> = { ok: true; value: T } | { ok: false; refused: R; about: string | null }

/** A change that was made. */
export function done<T>(value: T): { ok: true; value: T } {
  return { ok: true, value }
}

/** A change that was refused, with what stood in the way where that has a name. */
export function refuse<R extends string>(
  refused: R,
  about: string | null = null,
): { ok: false; refused: R; about: string | null } {
  return { ok: false, refused, about }
}
