/** Takes room for so many bytes more of a user, or gives it back; false: the user would have more than is left for everybody else. */
export type SharedRoom = (userId: string, bytes: number) => boolean

/** Room for so many bytes that all users share, of which none gets more than is left for the others. */
export function sharedRoom(mostBytes: number): SharedRoom {
  const own = new Map<string, number>()
  let taken = 0
  return (userId, bytes) => {
    const mine = (own.get(userId) ?? 0) + bytes
    if (bytes > 0 && mine > mostBytes - taken - bytes) return false
    taken += bytes
    if (mine > 0) own.set(userId, mine)
    else own.delete(userId)
    return true
  }
}
