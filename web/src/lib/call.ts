import type { Tokens, refresh } from '../../../src/contract/auth.ts'
import type { AnswerOf, BodyInputOf, Endpoint, ParamsOf, QueryInputOf } from '../../../src/contract/endpoint.ts'
import { addressOf, carriesBearer, type QueryValues } from './address.ts'
import { CallError, callErrorOf } from './call-error.ts'
import { tellDatabaseAway } from './database-away.ts'
import { doubtAccount, isAboutAccount } from './duty.ts'
import { locale } from './locale.ts'
import { onTokensGone, tokens } from './tokens.ts'
import { setViewing, viewingNow } from './viewing.ts'

/** All of an endpoint that a call needs at run time; pages that must load small write it out instead of loading the schemas. */
export type Door<E extends Endpoint> = Pick<E, 'method' | 'path'>

type Given<Name extends string, T> = [T] extends [undefined]
  ? { [K in Name]?: never }
  : Record<never, never> extends T
    ? { [K in Name]?: T }
    : { [K in Name]: T }

/** What an endpoint must be given: the parameters of its path, its query, its body. */
export type ArgsOf<E extends Endpoint> = Given<'params', ParamsOf<E>> &
  Given<'query', QueryInputOf<E>> &
  Given<'body', BodyInputOf<E>>

type Options = {
  signal?: AbortSignal
  /** Ask again when no answer comes or the server fails; only for calls that change nothing. */
  persist?: boolean
  /** Gives up after so long as if no answer had come; without it a call waits for ever. What was asked for may be done all the same. */
  withinMs?: number
  /** The version this change was made from; the server refuses it when there is a newer one. */
  ifMatch?: number
  /** The name of this attempt, for what must not be made twice; sent again under it, the server gives the answer of before. */
  attempt?: string
}
type Loose = Options & { params?: Readonly<Record<string, string>>; query?: QueryValues; body?: unknown }
type Rest<E extends Endpoint> =
  Record<never, never> extends ArgsOf<E> ? [args?: ArgsOf<E> & Options] : [args: ArgsOf<E> & Options]

/** No request is repeated more often than this, for whatever reason. */
const MAX_RETRIES = 3
const FIRST_WAIT_MS = 1000
/** How long the making of one thing is waited for, where its drawer stays open until there is an answer. */
export const MAKING_MS = 60_000

/** Calls an endpoint of this origin; throws a `CallError` for every failure, an `AbortError` when `signal` fires. */
export function call<E extends Endpoint>(endpoint: E | Door<E>, ...rest: Rest<E>): Promise<AnswerOf<E>> {
  return reach(endpoint, (rest[0] ?? {}) as Loose, readJson<AnswerOf<E>>)
}

/** The same for an endpoint whose answer is a file, named as the server names it. */
export function callForFile<E extends Endpoint & { file: true }>(endpoint: E, ...rest: Rest<E>): Promise<File> {
  return reach(endpoint, (rest[0] ?? {}) as Loose, readFile)
}

/** The same for an endpoint whose answer is read while it comes. */
export function callForStream<E extends Endpoint & { stream: true }>(endpoint: E, ...rest: Rest<E>): Promise<Response> {
  return reach(endpoint, (rest[0] ?? {}) as Loose, (answer) => Promise.resolve(answer))
}

type Reader<T> = (answer: Response) => Promise<T>

async function readJson<T>(answer: Response): Promise<T> {
  const text = await answer.text()
  return (text === '' ? null : JSON.parse(text)) as T
}

async function readFile(answer: Response): Promise<File> {
  const name = /filename="([^"]+)"/.exec(answer.headers.get('content-disposition') ?? '')?.[1] ?? 'yumen'
  const blob = await answer.blob()
  return new File([blob], name, { type: blob.type })
}

async function reach<T>({ method, path }: Door<Endpoint>, args: Loose, read: Reader<T>): Promise<T> {
  const url = addressOf(path, args.params ?? {}, args.query ?? {})
  const session = sessionsOver
  let refreshed = false
  for (let retries = 0; ; retries += 1) {
    const bearer = tokens.access()
    const outcome = await attempt({ method, url, bearer, read }, args)
    if (outcome.ok) return outcome.value
    const { error } = outcome
    if (retries >= MAX_RETRIES) throw error
    if (error.status === 401 && !refreshed && mayRefresh(path, error.detail)) {
      refreshed = true
      // What one asked is not asked again in the name of the next who signs in here.
      if (!(await renewed(bearer)) || sessionsOver !== session) throw error
    } else if (args.persist && isFault(error)) {
      await wait(FIRST_WAIT_MS * 2 ** retries, args.signal)
    } else throw error
  }
}

/** No answer, or one that says nothing about what was asked. */
const isFault = ({ status }: CallError): boolean => status === 0 || status >= 500

type Outcome<T> = { ok: true; value: T } | { ok: false; error: CallError }

type Attempt<T> = { method: string; url: string; bearer: string | null; read: Reader<T> }

async function attempt<T>({ method, url, bearer, read }: Attempt<T>, args: Loose): Promise<Outcome<T>> {
  const headers = new Headers({ 'content-type': 'application/json', 'accept-language': locale() })
  if (bearer !== null && carriesBearer(url.split('?')[0] ?? url)) headers.set('authorization', `Bearer ${bearer}`)
  const viewing = isOwn(url) ? viewingNow() : null
  if (viewing) headers.set('x-yumen-view', viewing.token)
  if (args.attempt !== undefined) headers.set('idempotency-key', args.attempt)
  if (args.ifMatch !== undefined) headers.set('if-match', `"${args.ifMatch}"`)
  try {
    const answer = await fetch(sameOrigin(url), {
      method,
      headers,
      credentials: 'omit',
      redirect: 'error',
      ...(args.body === undefined ? {} : { body: JSON.stringify(args.body) }),
      ...signalOf(args),
    })
    if (!answer.ok) return { ok: false, error: noted(await callErrorOf(answer)) }
    return { ok: true, value: await read(answer) }
  } catch (cause) {
    args.signal?.throwIfAborted()
    console.warn(`no answer from ${method} ${url.split('?')[0]}`)
    return { ok: false, error: new CallError(0, {}, cause) }
  }
}

function signalOf({ signal, withinMs }: Loose): { signal?: AbortSignal } {
  if (withinMs === undefined) return signal === undefined ? {} : { signal }
  const end = AbortSignal.timeout(withinMs)
  return { signal: signal === undefined ? end : AbortSignal.any([signal, end]) }
}

// Whoever looks at a user administrates, signs in and out as themselves.
const isOwn = (url: string) => !/^\/api\/(?:admin|auth|public)\//.test(url)

/** A look that is over, or something that has to be done first, must not keep the tab from everything else; a stranger at the sign-in page has fixed words for all else. */
function noted(error: CallError): CallError {
  if (error.code === 'database_away' && tokens.access() !== null) tellDatabaseAway()
  if (isAboutAccount(error.code)) doubtAccount()
  // Who administrates no more is refused every call of a look.
  if (error.code === 'view_over' || (error.code === 'admin_required' && viewingNow() !== null)) {
    setViewing(null)
    location.assign('/admin/users')
  }
  return error
}

// The token goes to this origin only, whatever a path may have been made of.
function sameOrigin(url: string): string {
  if (new URL(url, location.origin).origin !== location.origin) throw new TypeError('not an address of this origin')
  return url
}

const NO_REFRESH_PATHS = ['/api/auth/login', '/api/auth/passkey', '/api/auth/refresh']
/** A 401 that says one of these is about rights, not about the session. */
const ABOUT_RIGHTS = ['用户不存在或已禁用', '需要管理员权限', '权限不足', '用户已禁用']

function mayRefresh(path: string, detail: string): boolean {
  return !NO_REFRESH_PATHS.includes(path) && !ABOUT_RIGHTS.some((text) => detail.includes(text))
}

const refreshDoor: Door<typeof refresh> = { method: 'POST', path: '/api/auth/refresh' }
let renewal: Promise<boolean> | null = null
let sessionsOver = 0
onTokensGone(() => (sessionsOver += 1))

/** Whether there is now another access token than `used`; throws where nobody answers. All who ask at the same time wait for one refresh. */
function renewed(used: string | null): Promise<boolean> {
  const now = tokens.access()
  // Somebody has refreshed since, or the visitor has left: neither calls for another refresh.
  if (renewal === null && used !== null && now !== used) return Promise.resolve(now !== null)
  renewal ??= refreshTokens().finally(() => {
    renewal = null
  })
  return renewal
}

async function refreshTokens(): Promise<boolean> {
  const held = tokens.refresh()
  if (held === null) {
    tokens.clear('expired')
    return false
  }
  try {
    const pair = await successorsOf(held)
    // Left while the answer was under way, and perhaps somebody else is here: it is about a session that is over.
    if (tokens.refresh() !== held) return tokens.access() !== null
    tokens.keep(pair)
    // Whoever has been given more rights since is refused nothing that would tell.
    doubtAccount()
    return true
  } catch (error) {
    if (tokens.refresh() !== held) return tokens.access() !== null
    // No answer is no verdict: a network failure is only logged, the session stays.
    if (error instanceof CallError && error.status === 0) throw error
    tokens.clear('expired')
    return false
  }
}

/** Asks for what follows a refresh token, again as other calls are: the server gives the same pair again to whoever did not hear it. */
async function successorsOf(held: string): Promise<Tokens> {
  for (let retries = 0; ; retries += 1) {
    try {
      return await call<typeof refresh>(refreshDoor, { body: { refresh_token: held } })
    } catch (error) {
      if (retries >= MAX_RETRIES || !(error instanceof CallError) || !isFault(error)) throw error
      await wait(FIRST_WAIT_MS * 2 ** retries)
      // Another tab has gone on from it: shown once more, it would be one that was stolen.
      if (tokens.refresh() !== held) throw error
    }
  }
}

function wait(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms)
    signal?.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason)
    })
  })
}
