import { type Context, Hono } from 'hono'
import { z } from 'zod'
import { endpoints, type Endpoints } from '../contract/all.ts'
import type { ErrorBody } from '../contract/common.ts'
import type { Endpoint } from '../contract/endpoint.ts'
import { type Locale, localeOf } from '../core/errors.ts'
import { newId } from '../core/ids.ts'
import { keptAddress } from '../core/ip.ts'
import { createSeats, type Seats } from '../core/seats.ts'
import { faultFields } from '../telemetry/log.ts'
import { authorize } from './access.ts'
import { apiErrorOf, isFault } from './api-error-of.ts'
import { ATTEMPT_HEADER, type Attempts, createAttempts, isRepeatable } from './attempts.ts'
import { readJson, refuseNul } from './body.ts'
import type { Call, CallFacts, Handlers } from './call.ts'
import type { Deps } from './deps.ts'
import { apiDocs } from './docs.ts'
import { API_ERRORS, ApiError, type ApiErrorCode, type FieldProblem, invalid, said } from './errors.ts'
import { parseFields } from './fields.ts'
import { type FileAnswer, sendFile } from './file.ts'
import { allHandlers } from './handlers.ts'
import { openApi } from './openapi.ts'
import { jsonAnswer } from './packed.ts'
import { safeHeaders } from './safe-headers.ts'
import { VIEW_HEADER } from './view.ts'

const DEFAULT_BODY_KIB = 64
const NO_QUERY = z.strictObject({})
/** How many files a user may be sent at once: each is read from the database for as long as it is taken. */
const MOST_FILES = 8

/** What the listener tells of a request: the caller's address, with trusted proxies taken off. */
type ApiEnv = { ip: string }

/** The console API under /api; every answer carries `x-request-id` and is never cached, unless its endpoint says so. */
type Api = { fetch(request: Request, env: ApiEnv): Response | Promise<Response> }

type AnyHandler = (call: Call<Endpoint>) => Promise<unknown>
type Env = { Bindings: ApiEnv; Variables: { requestId: string; cached: true | undefined } }
type Ctx = Context<Env>

/** Binds every endpoint of the contract to its handler; throws when one has none. */
export function createApi(deps: Deps, handlers: Partial<Handlers> = allHandlers(deps)): Api {
  const app = new Hono<Env>()
  app.use(async (c, next) => {
    c.set('requestId', newId(deps.clock.now()))
    await next()
    // HEAD is answered as GET and its body is left out: what makes one must end, or a feed would go on for nobody.
    if (c.req.raw.method === 'HEAD') await c.res.body?.cancel()
    c.header('x-request-id', c.get('requestId'))
    if (!c.get('cached')) c.header('cache-control', 'no-store')
  })
  const attempts = createAttempts(deps)
  const files = createSeats(MOST_FILES)
  const names = Object.keys(endpoints) as (keyof Endpoints)[]
  for (const name of names) {
    const handler = handlers[name] as AnyHandler | undefined
    if (!handler) throw new Error(`The endpoint ${name} has no handler.`)
    const { method, path } = endpoints[name]
    app.on(method, routePath(path), (c) => serve(name, handler, c, { ...deps, attempts, files }))
  }
  bindReference(app, deps)
  for (const path of new Set(names.map((name) => endpoints[name].path))) {
    app.all(routePath(path), () => {
      throw new ApiError('method_not_allowed')
    })
  }
  app.notFound((c) => failed(new ApiError('path_unknown'), c, deps))
  app.onError((error, c) => failed(error, c, deps))
  return app
}

const utf8 = new TextEncoder()

/** The reference is made when somebody first asks for it, and kept as one text: it is put together of a hundred thousand. */
function bindReference(app: Hono<Env>, { site }: Deps): void {
  let description: Uint8Array<ArrayBuffer> | undefined
  let page: Uint8Array<ArrayBuffer> | undefined
  app.get('/api/openapi.json', (c) => {
    description ??= utf8.encode(JSON.stringify(openApi(site)))
    return c.body(description, 200, { 'content-type': 'application/json' })
  })
  app.get('/api/docs', async (c) => {
    page ??= utf8.encode(String(await apiDocs(site)))
    return c.body(page, 200, { 'content-type': 'text/html; charset=UTF-8' })
  })
}

function routePath(path: string): string {
  return path.replace(/\{(\w+)\}/g, ':$1')
}

async function serve(
  name: keyof Endpoints,
  handler: AnyHandler,
  c: Ctx,
  deps: Deps & { attempts: Attempts; files: Seats },
): Promise<Response> {
  const endpoint: Endpoint = endpoints[name]
  const { headers } = c.req.raw
  // Rights come before form: a stranger learns nothing from a field error.
  const facts = { ip: c.env.ip, view: headers.get(VIEW_HEADER) }
  const caller = await authorize(name, headers.get('authorization') ?? null, facts, deps)
  const query = parseQuery(endpoint, c)
  const body = endpoint.body
    ? parseFields(endpoint.body, await readJson(c.req.raw, endpoint.maxBodyKib ?? DEFAULT_BODY_KIB))
    : undefined
  const asked = { query, body, params: c.req.param() }
  refuseNul(asked)
  const call = { ...factsOf(c, deps), ifMatch: versionIn(headers.get('if-match'), endpoint), caller, ...asked }
  using held = new DisposableStack()
  if (endpoint.file && caller) held.use(seatOf(caller.user.id, deps.files))
  // The contract's types say what each endpoint is given; here all of them pass through one door.
  const act = () => handler(call as unknown as Call<Endpoint>)
  const attempt = isRepeatable(endpoint) ? headers.get(ATTEMPT_HEADER) : null
  const answer = caller
    ? await deps.attempts(attempt, { userId: caller.user.id, what: () => JSON.stringify([name, asked]) }, act)
    : await act()
  // Only now: a failure is kept nowhere.
  c.set('cached', endpoint.cached)
  const status = endpoint.status ?? 200
  if (endpoint.file) {
    const kept = held.move()
    const onFault = (cause: unknown) => logFault(cause, c, deps)
    return sendFile(answer as FileAnswer, { close: () => kept.dispose(), signal: call.signal, onFault })
  }
  if (endpoint.stream) return answer as Response
  return status === 204 ? c.body(null, 204) : jsonAnswer(answer, status, headers.get('accept-encoding'))
}

function seatOf(userId: string, files: Seats): Disposable {
  const seat = files.take(userId)
  if (!seat) throw new ApiError('too_many_files')
  return seat
}

function parseQuery(endpoint: Endpoint, c: Ctx): unknown {
  const given = Object.entries(c.req.queries()).map(([name, values]) => [name, values.length > 1 ? values : values[0]])
  const query: unknown = Object.fromEntries(given)
  return parseFields(endpoint.query ?? NO_QUERY, query)
}

const MAX_AGENT = 300

const UNREAD_VERSION: FieldProblem = { zh: '应为一个版本号，例如 "3"', en: 'This is to be one version, such as "3"' }
const NO_VERSION: FieldProblem = { zh: '该接口没有版本可比较', en: 'There is no version to compare here' }

/** The version that `If-Match` names; what cannot be compared is refused, as it would be taken for no condition otherwise. */
function versionIn(header: string | null, { versioned }: Endpoint): number | undefined {
  if (header === null) return undefined
  const version = /^(?:W\/)?"?(\d{1,15})"?$/.exec(header.trim())?.[1]
  if (!versioned || version === undefined) throw invalid({ 'if-match': versioned ? UNREAD_VERSION : NO_VERSION })
  return Number(version)
}

function factsOf(c: Ctx, deps: Deps): Omit<CallFacts, 'ifMatch'> {
  const { headers, signal } = c.req.raw
  return {
    ip: c.env.ip,
    keptIp: keptAddress(c.env.ip, deps.settings()['capture.client_ip']),
    userAgent: (headers.get('user-agent') ?? '').slice(0, MAX_AGENT),
    origin: originOf(headers.get('origin')),
    made: { method: c.req.method, path: c.req.path, headers: safeHeaders(headers) },
    locale: callerLocale(c, deps),
    requestId: c.get('requestId'),
    ifNoneMatch: headers.get('if-none-match') ?? undefined,
    signal,
  }
}

/** Browsers write `null` where a page has none that may be told. */
function originOf(header: string | null): string | null {
  const url = URL.parse(header ?? '')
  return url !== null && /^https?:$/.test(url.protocol) ? url.origin : null
}

function callerLocale(c: Ctx, { settings }: Deps): Locale {
  return localeOf(c.req.header('accept-language'), settings()['site.default_locale'])
}

/** After how many seconds the same may succeed, where nothing says it more closely. */
const WAITS: Partial<Record<ApiErrorCode, number>> = { busy: 1, database_away: 5, too_many_files: 1 }

/** The sign-in page has fixed words for each status: of a 500 that the server is at fault, of a 503 that the network is. */
const statusOf = ({ code, status }: ApiError, c: Ctx): number =>
  code === 'database_away' && c.req.path === endpoints.login.path ? API_ERRORS.internal.status : status

/** Answers a failure in the caller's language; what nobody expected is logged and told as an internal error. */
function failed(cause: unknown, c: Ctx, deps: Deps): Response {
  const error = apiErrorOf(cause)
  const requestId = c.get('requestId')
  if (isFault(error)) logFault(cause, c, deps)
  const locale = callerLocale(c, deps)
  const body: ErrorBody = { detail: error.in(locale), code: error.code, request_id: requestId }
  if (error.fields) {
    const fields = Object.entries(error.fields).map(([name, problem]) => [name, said(problem, locale)])
    body.fields = Object.fromEntries(fields) as Record<string, string>
  }
  const response = Response.json(body, { status: statusOf(error, c) })
  const wait = WAITS[error.code] ?? error.details['seconds']
  if (wait !== undefined) response.headers.set('retry-after', String(wait))
  return response
}

function logFault(cause: unknown, c: Ctx, { log }: Deps): void {
  const { method, path } = c.req
  log.error('console call failed', { requestId: c.get('requestId'), method, path, ...faultFields(cause) })
}
