import type { Endpoints } from '../contract/all.ts'
import type { AnswerOf, BodyOf, Endpoint, ParamsOf, QueryOf } from '../contract/endpoint.ts'
import type { Locale } from '../core/errors.ts'
import type { Session } from '../store/sessions.ts'
import type { User } from '../store/users.ts'
import type { FileAnswer } from './file.ts'

/** Who is calling, once their access token has been accepted. */
export type Caller = { user: User; session: Session }

/** What every call brings, whatever it asks for. */
export type CallFacts = {
  /** The caller's address as the listener judged it, and what users' activity is to have of it. */
  ip: string
  keptIp: string
  userAgent: string
  /** The origin of the page that asks, as its browser says; null where it says none. */
  origin: string | null
  /** What was called, with those of its headers that tell no secret. */
  made: { method: string; path: string; headers: Readonly<Record<string, string>> }
  locale: Locale
  requestId: string
  /** The version the caller has seen, from `If-Match`. */
  ifMatch: number | undefined
  /** What the caller has kept, from `If-None-Match`. */
  ifNoneMatch: string | undefined
  /** Aborted when the caller leaves. */
  signal: AbortSignal
}

/** A call that passed every check of its endpoint. */
export type Call<E extends Endpoint> = CallFacts & {
  params: ParamsOf<E>
  query: QueryOf<E>
  body: BodyOf<E>
  caller: E['who'] extends 'anyone' ? null : Caller
}

/** A call of a signed-in user, whatever the endpoint. */
export type SignedCall = CallFacts & { caller: Caller }

/** What serves each endpoint of the contract. */
export type Handlers = { [N in keyof Endpoints]: (call: Call<Endpoints[N]>) => Promise<Served<Endpoints[N]>> }

type Served<E extends Endpoint> = E extends { file: true }
  ? FileAnswer
  : E extends { stream: true }
    ? Response
    : AnswerOf<E>
