import { GatewayError } from '../../core/errors.ts'
import type { Pin, PinKind } from '../../core/pin.ts'
import type { Caller } from '../authenticate.ts'
import type { Exchange } from '../exchange.ts'
import type { Pins } from './pins.ts'
import { objectOf } from './reach.ts'
import { dialectOf } from './routes.ts'

type Listing = {
  exchange: Pick<Exchange, 'query'>
  caller: Caller
  pins: Pick<Pins, 'list'>
  /** What an upstream says of one of them; null when it is not there any more, or cannot be reached. */
  read: (pin: Pin) => Promise<Uint8Array | null>
}

const USUAL = 20
const MOST = 100
/** So many upstream calls at once are made for one list. */
const AT_ONCE = 8

/** So many are asked for beyond those that make a page: what has another purpose or cannot be read leaves room in it. */
const MOST_BEYOND = 100

/** A page of what is the caller's, as their upstreams say now, in the words of the dialect. Libraries take an empty one for the end. */
export async function listOf(kind: PinKind, { exchange, caller, pins, read }: Listing): Promise<Buffer> {
  const { query } = exchange
  const limit = Math.min(MOST, Math.max(1, Math.trunc(Number(query.get('limit') ?? USUAL)) || USUAL))
  const after = query.get('after') ?? query.get('after_id') ?? undefined
  if (query.has('before_id')) throw new GatewayError('body_invalid', { reason: '`before_id` is not supported here' })
  const found = await pins.list({ kind, userId: caller.userId, limit: limit + MOST_BEYOND + 1, after })
  const page = found.slice(0, limit + MOST_BEYOND)
  const objects: string[] = []
  let looked = 0
  while (objects.length < limit && looked < page.length) {
    // Beyond the page that would do if all suited, some may be read in vain rather than one after another.
    const room = looked < limit ? Math.min(AT_ONCE, limit - looked) : AT_ONCE
    const some = await Promise.all(page.slice(looked, looked + room).map(read))
    for (const bytes of some) {
      if (objects.length === limit) break
      looked += 1
      if (bytes && suits(bytes, query)) objects.push(Buffer.from(bytes).toString())
    }
  }
  const ends = JSON.stringify({
    ...(dialectOf(kind) === 'openai' && { object: 'list' }),
    first_id: page[0]?.id ?? null,
    last_id: page[looked - 1]?.id ?? null,
    has_more: looked < found.length,
  })
  return Buffer.from(`{"data":[${objects.join(',')}],${ends.slice(1)}`)
}

/** Files can be asked for by their purpose. */
function suits(bytes: Uint8Array, query: URLSearchParams): boolean {
  const purpose = query.get('purpose')
  return purpose === null || objectOf(bytes).purpose === purpose
}
