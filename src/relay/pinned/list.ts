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

/** A page of what is the caller's, as their upstreams say now, in the words of the dialect. */
export async function listOf(kind: PinKind, { exchange, caller, pins, read }: Listing): Promise<Buffer> {
  const { query } = exchange
  const limit = Math.min(MOST, Math.max(1, Math.trunc(Number(query.get('limit') ?? USUAL)) || USUAL))
  const after = query.get('after') ?? query.get('after_id') ?? undefined
  if (query.has('before_id')) throw new GatewayError('body_invalid', { reason: '`before_id` is not supported here' })
  const found = await pins.list({ kind, userId: caller.userId, limit: limit + 1, after })
  const page = found.slice(0, limit)
  const objects: string[] = []
  for (let at = 0; at < page.length; at += AT_ONCE) {
    const some = await Promise.all(page.slice(at, at + AT_ONCE).map(read))
    objects.push(...some.flatMap((bytes) => (bytes && suits(bytes, query) ? [Buffer.from(bytes).toString()] : [])))
  }
  const ends = JSON.stringify({
    ...(dialectOf(kind) === 'openai' && { object: 'list' }),
    first_id: page[0]?.id ?? null,
    last_id: page.at(-1)?.id ?? null,
    has_more: found.length > limit,
  })
  return Buffer.from(`{"data":[${objects.join(',')}],${ends.slice(1)}`)
}

/** Files can be asked for by their purpose. */
function suits(bytes: Uint8Array, query: URLSearchParams): boolean {
  const purpose = query.get('purpose')
  return purpose === null || objectOf(bytes).purpose === purpose
}
