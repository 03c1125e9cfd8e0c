/** A page of at most `limit` rows, of which one more was read; `next` is made of its last row, and null when nothing follows. */
export function cutPage<R>(
  found: readonly R[],
  limit: number,
  cursorOf: (last: R) => string,
): { rows: R[]; next: string | null } {
  const rows = found.slice(0, limit)
  const last = rows.at(-1)
  return { rows, next: last !== undefined && found.length > limit ? cursorOf(last) : null }
}
