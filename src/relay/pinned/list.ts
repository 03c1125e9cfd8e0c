import { GatewayError } from '../../core/errors.ts'
import { Latest } from '../../core/latest.ts'
import type { Pin, PinKind } from '../../core/pin.ts'
import { createSeats } from '../../core/seats.ts'
import type { Caller } from '../authenticate.ts'
import type { Exchange } from '../exchange.ts'
import { type Absent, createAbsent, type Listed } from './absent.ts'
import type { Pins } from './pins.ts'
import { objectOf } from './reach.ts'
import { dialectOf } from './routes.ts'

type Listing = {
  exchange: Pick<Exchange, 'query'>
  caller: Caller
  pins: Pick<Pins, 'list'>
  /** What an upstream says of one of them; null when it says nothing that can be listed, or cannot be reached. */
  read: (pin: Pin) => Promise<Listed>
  /** Where that is asked. */
  placeOf: (pin: Pin) => string
}

/** Makes a page of what is the caller's, as their upstreams say now, in the words of the dialect. Libraries take an empty one for the end. */
export type Lists = (kind: PinKind, listing: Listing) => Promise<Buffer>

const USUAL = 20
const MOST = 100
/** So many upstream calls at once are made for one list, and so many for all of it: what is told of a thing is asked for with a call of its own. */
const AT_ONCE = 8
const MOST_ASKED = 100
/** So many are gone through beyond those that make a page: what has another purpose or cannot be read leaves room in it. */
const MOST_BEYOND = 100
/** So many lists of a user are made at once; who wants more of them is to wait so long. */
const MOST_LISTS = 4
const AGAIN_S = 1

/** What dialects call the place after which a page begins. */
const AFTER = ['after', 'after_id', 'page', 'pageToken'] as const

/** Ways to ask for a list that is made here in another. */
const NOT_HERE = ['before_id', 'ids', 'ids[]', 'scope_id'] as const

/** What is remembered of things between lists. */
type Memory = { purposes: Latest<string, string>; gone: Absent }

/** Remembers what files are for, what is gone, and who is being told of theirs. */
export function createLists(now: () => number): Lists {
  const seats = createSeats(MOST_LISTS)
  const memory = { purposes: new Latest<string, string>(MOST_REMEMBERED), gone: createAbsent(now) }
  return async (kind, listing) => {
    using seat = seats.take(listing.caller.userId)
    if (!seat) throw new GatewayError('rate_limited', { seconds: AGAIN_S })
    return await pageOf(kind, listing, memory)
  }
}

async function pageOf(kind: PinKind, listing: Listing, { purposes, gone }: Memory): Promise<Buffer> {
  const { caller, pins, read, placeOf } = listing
  const { query } = listing.exchange
  const wanted = query.get('limit') ?? query.get('pageSize') ?? USUAL
  const limit = Math.min(MOST, Math.max(1, Math.trunc(Number(wanted)) || USUAL))
  const after = AFTER.map((name) => query.get(name)).find((id) => id !== null) ?? undefined
  for (const name of NOT_HERE)
    if (query.has(name)) throw new GatewayError('body_invalid', { reason: `\`${name}\` is not supported here` })
  const suits = suiting(query.get('purpose'), purposes)
  const found = await pins.list({ kind, userId: caller.userId, limit: limit + MOST_BEYOND + 1, after })
  const page = found.slice(0, limit + MOST_BEYOND)
  const worth = page.filter((pin) => suits.may(pin) && !gone.has(pin, placeOf(pin)))
  const most = Math.min(worth.length, MOST_ASKED)
  const objects: string[] = []
  let looked = 0
  while (objects.length < limit && looked < most) {
    // Beyond the page that would do if all suited, some may be read in vain rather than one after another.
    const room = Math.min(AT_ONCE, looked < limit ? limit - looked : AT_ONCE, most - looked)
    const some = worth.slice(looked, looked + room)
    const told = await Promise.all(some.map((pin) => gone.noting(pin, placeOf(pin), read)))
    for (const [n, pin] of some.entries()) {
      if (objects.length === limit) break
      looked += 1
      const bytes = told[n]
      if (bytes && suits.does(pin, bytes)) objects.push(Buffer.from(bytes).toString())
    }
  }
  const last = looked < worth.length ? worth[looked - 1] : page.at(-1)
  const hasMore = looked < worth.length || page.length < found.length
  const ends = { first: page[0]?.id ?? null, last: last?.id ?? null, hasMore }
  return Buffer.from(listOf(kind, objects.join(','), ends))
}

type Ends = { first: string | null; last: string | null; hasMore: boolean }

/** A page in the words of its kind's dialect. */
function listOf(kind: PinKind, objects: string, { first, last, hasMore }: Ends): string {
  const next = hasMore ? last : null
  if (dialectOf(kind) === 'gemini')
    return `{"files":[${objects}]${next === null ? '' : `,"nextPageToken":${JSON.stringify(next)}`}}`
  const ends = JSON.stringify({
    ...(dialectOf(kind) === 'openai' && { object: 'list' }),
    first_id: first,
    last_id: last,
    has_more: hasMore,
    // Anthropic's newer libraries page files by it, its older ones by what stands before.
    ...(kind === 'anthropic-file' && { next_page: next }),
  })
  return `{"data":[${objects}],${ends.slice(1)}`
}

const MOST_REMEMBERED = 10_000

/** What is longer names no purpose there is. */
const MOST_LETTERS = 100

/** Files can be asked for by their purpose. What one is for never changes, so that a list in vain asks for each but once. */
function suiting(purpose: string | null, purposes: Latest<string, string>) {
  const nameOf = ({ endpointId, id }: Pin) => `${endpointId} ${id}`
  return {
    /** False: it is known not to. */
    may: (pin: Pin) => purpose === null || (purposes.get(nameOf(pin)) ?? purpose) === purpose,
    does(pin: Pin, bytes: Uint8Array): boolean {
      if (purpose === null) return true
      const told = objectOf(bytes).purpose
      if (typeof told === 'string' && told.length <= MOST_LETTERS) purposes.set(nameOf(pin), told)
      return told === purpose
    },
  }
}
