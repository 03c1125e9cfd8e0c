import type { z } from 'zod'

/** Who may call: anyone, a signed-in user, or an administrator. */
export type Who = 'anyone' | 'user' | 'admin'

type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'

/** One call of the console API as a value, from which server, client and OpenAPI are made. `path` names its parameters in braces. */
export type Endpoint = {
  method: Method
  path: string
  who: Who
  /** One sentence for the API reference. */
  summary: string
  query?: z.ZodObject
  body?: z.ZodType
  /** What it changes has a `version`, which `If-Match` may name. */
  versioned?: true
  answer: z.ZodType
  status?: 200 | 201 | 204
  /** The answer is a file to be saved, sent while it is written; `answer` is its text. */
  file?: true
  /** The answer goes out as it comes, in a form of its own: `answer` is its text, or what each of its events holds. */
  stream?: true
  /** The answer says itself how long it may be kept; every other is kept nowhere. */
  cached?: true
  /** The largest body taken, in KiB; 64 when not given. */
  maxBodyKib?: number
}

/** Declares an endpoint, keeping its literal types. */
export function endpoint<const E extends Endpoint>(value: E): E {
  return value
}

/** The parameters an endpoint's path names, all strings. */
export type ParamsOf<E extends Endpoint> =
  ParamNames<E['path']> extends never ? Record<never, string> : Record<ParamNames<E['path']>, string>
type ParamNames<P extends string> = P extends `${string}{${infer Name}}${infer Rest}` ? Name | ParamNames<Rest> : never

/** The query as a handler gets it, checked and with every standard filled in; undefined where the call takes none. */
export type QueryOf<E extends Endpoint> = E extends { query: infer Q extends z.ZodType } ? z.output<Q> : undefined
/** The query as a caller writes it: what has a standard may be left out. */
export type QueryInputOf<E extends Endpoint> = E extends { query: infer Q extends z.ZodType } ? z.input<Q> : undefined
/** The body as a handler gets it, checked and with every standard filled in; undefined where the call takes none. */
export type BodyOf<E extends Endpoint> = E extends { body: infer B extends z.ZodType } ? z.output<B> : undefined
/** The body as a caller writes it: what has a standard may be left out. */
export type BodyInputOf<E extends Endpoint> = E extends { body: infer B extends z.ZodType } ? z.input<B> : undefined
/** What a call answers when it succeeds; every failure answers an `errorBody` instead. */
export type AnswerOf<E extends Endpoint> = z.output<E['answer']>
