import { totalmem } from 'node:os'

/** Room in memory that is kept until it is disposed of; it grows to so many bytes where there is as much. False: there is not. */
export type Room = Disposable & { growTo(bytes: number): boolean }

/** A request's body, and the room it has; whoever has that alone does not hold the body. */
export type Body = { bytes: Buffer; place: Room }

/** Takes room for so many bytes more; false: there is none. */
export type Take = (bytes: number) => boolean

/** The memory that bodies may take until their answers have begun, and messages of sockets until theirs are over. */
export type BodyRoom = {
  /** A body that is read for a user, in the room it takes meanwhile; rejects as `read` does. */
  read(userId: string, read: (take: Take) => Buffer | Promise<Buffer>): Promise<Body>
  /** A place for so many bytes of a user; null: there is no room for them. */
  hold(userId: string, bytes: number): Room | null
}

/** Room for so many bytes of all users, of which one gets half at most; a body that is alone always has room. */
export function createBodyRoom(mostBytes: number): BodyRoom {
  const all = new Share(mostBytes)
  const own = new Map<string, Share>()
  function placeFor(userId: string): Place {
    const share = own.get(userId) ?? new Share(mostBytes / 2)
    own.set(userId, share)
    return new Place([all, share], () => {
      if (share.places === 0) own.delete(userId)
    })
  }
  return {
    hold(userId, bytes) {
      const place = placeFor(userId)
      if (place.take(bytes)) return place
      place[Symbol.dispose]()
      return null
    },
    async read(userId, read) {
      const place = placeFor(userId)
      try {
        const bytes = read((more) => place.take(more))
        return { bytes: bytes instanceof Promise ? await bytes : bytes, place }
      } catch (error) {
        place[Symbol.dispose]()
        throw error
      }
    },
  }
}

/** A quarter of the memory that the machine has, or its container, in bytes: a body is there two or three times while it is sent. */
export function roomOfMachine(): number {
  return Math.min(totalmem(), process.constrainedMemory() || Infinity) / 4
}

class Share {
  places = 0
  taken = 0
  readonly #mostBytes: number

  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes
  }

  /** Whether so much more fits for a body that has so much of what is taken. */
  fits(bytes: number, having: number): boolean {
    return this.taken === having || this.taken + bytes <= this.#mostBytes
  }
}

class Place implements Room {
  #size = 0
  readonly #shares: Share[]
  readonly #left: () => void

  constructor(shares: Share[], left: () => void) {
    this.#shares = shares
    this.#left = left
    for (const share of shares) share.places += 1
  }

  take(bytes: number): boolean {
    if (!this.#shares.every((share) => share.fits(bytes, this.#size))) return false
    this.#size += bytes
    for (const share of this.#shares) share.taken += bytes
    return true
  }

  growTo(bytes: number): boolean {
    return bytes <= this.#size || this.take(bytes - this.#size)
  }

  [Symbol.dispose](): void {
    for (const share of this.#shares.splice(0)) {
      share.taken -= this.#size
      share.places -= 1
    }
    this.#left()
  }
}
