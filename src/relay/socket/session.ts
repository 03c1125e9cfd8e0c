import type { IncomingHttpHeaders } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Locale } from '../../core/errors.ts'
import type { Caller } from '../authenticate.ts'
import type { Steps } from '../relay.ts'
import type { RelayOptions } from '../serve.ts'
import type { SharedRoom } from '../shared-room.ts'

/** Who is at the other end of a connection. */
export type SocketCaller = { caller: Caller; headers: IncomingHttpHeaders; ip: string; locale: Locale }

/** A connection: `settled` resolves when nothing of it is under way any more. */
export type SocketSession = { settled(): Promise<unknown> }

/** What a connection is served with; `query` is that of its address, `room` what all of them may remember together, `wire` what it goes over. */
export type Bound = { options: RelayOptions; steps: Steps; query: URLSearchParams; room: SharedRoom; wire: Duplex }
