import type { Line } from '../core/line.ts'
import type { Dialect } from '../core/protocol.ts'
import { parseJson } from '../core/json.ts'
import { SECOND_MS } from '../core/time.ts'
import { withoutEndSlashes } from '../core/paths.ts'
import { descriptorOf } from '../providers/all.ts'
import { modelNames, modelsPath } from '../providers/list-models.ts'
import { headersFor, listsModels, signingOf } from '../providers/provider.ts'
import { verdictOf } from './classify.ts'
import { type FailureClass, failureOf } from './failure.ts'
import type { Upstream } from './upstream.ts'
import type { UpstreamAnswer } from './upstream-answer.ts'

type ProbeRequest = {
  preset: string
  dialect: Dialect
  baseUrl: string
  secret: string
  allowPrivate: boolean
  line?: Line | undefined
  signal: AbortSignal
}

type ProbeProblem = 'unreachable' | 'refused_key' | 'not_found' | 'timeout' | 'unexpected' | 'blocked_address'

type ProbeAnswer = {
  ok: boolean
  httpStatus: number | null
  ms: number
  problem: ProbeProblem | null
  models: string[]
}

const PROBE_MS = 10 * SECOND_MS
const MAX_LIST_BYTES = 8 * 1024 * 1024
const MAX_MODELS = 2000

/** Asks an endpoint for its models with one secret: free of charge, and it tells address and secret from right to wrong. */
export async function probe(upstream: Upstream, request: ProbeRequest): Promise<ProbeAnswer> {
  const started = performance.now()
  const done = (part: Partial<ProbeAnswer>): ProbeAnswer => ({
    ok: false,
    httpStatus: null,
    problem: null,
    models: [],
    ms: performance.now() - started,
    ...part,
  })
  try {
    const { status, body } = await listing(upstream, request)
    const list = parseJson(body.toString('utf8'))
    // Where there is no list, that nobody knows its path is the right answer to a credential that holds.
    const expected = status === 404 && !isListed(request)
    const problem = expected ? null : problemOf(status, list !== undefined)
    return done({
      ok: problem === null,
      httpStatus: status,
      problem,
      models: problem ? [] : modelNames(list).slice(0, MAX_MODELS),
    })
  } catch (error) {
    return done({ problem: PROBLEMS[failureOf(error).class] ?? 'unexpected' })
  }
}

/**
 * Whether an endpoint refuses the list of its models to a secret, as nobody's request can have made it do; false where it has no
 * list, or does not answer.
 */
export async function refusesSecret(upstream: Upstream, request: ProbeRequest): Promise<boolean> {
  if (!isListed(request)) return false
  try {
    const { lesson } = verdictOf({ ...(await listing(upstream, request)), now: 0 })
    return lesson.kind === 'doubted' || (lesson.kind === 'ailing' && lesson.status === 'invalid')
  } catch {
    // What cannot be reached now refuses nobody.
    return false
  }
}

function isListed({ preset, dialect }: ProbeRequest): boolean {
  return listsModels(descriptorOf(preset), dialect)
}

/** What an endpoint answers to who asks for its models; throws an UpstreamFailure. */
async function listing(
  upstream: Upstream,
  { preset, dialect, baseUrl, secret, allowPrivate, line, signal }: ProbeRequest,
): Promise<Pick<UpstreamAnswer, 'status' | 'headers'> & { body: Buffer }> {
  const untilMs = performance.now() + PROBE_MS
  const descriptor = descriptorOf(preset)
  const how = signingOf(descriptor, dialect)
  const headers = { ...headersFor(descriptor, dialect, secret), accept: 'application/json', 'user-agent': 'yumen' }
  const url = new URL(withoutEndSlashes(baseUrl) + modelsPath(dialect))
  const signing = how ? { how, secret } : undefined
  const request = { method: 'GET', url, headers, body: null, allowPrivate, line, signing } as const
  const answer = await upstream.send(request, PROBE_MS, signal)
  const parts: Buffer[] = []
  let size = 0
  const next = () => answer.next(Math.max(0, untilMs - performance.now()), 'idle_timeout')
  for (let chunk = await next(); chunk; chunk = await next()) {
    size += chunk.length
    if (size > MAX_LIST_BYTES) answer.cancel('too_large')
    parts.push(chunk)
  }
  return { status: answer.status, headers: answer.headers, body: Buffer.concat(parts) }
}

function problemOf(status: number, readable: boolean): ProbeProblem | null {
  if (status === 401 || status === 403) return 'refused_key'
  if (status === 404 || status === 405) return 'not_found'
  return status === 200 && readable ? null : 'unexpected'
}

const PROBLEMS: Partial<Record<FailureClass, ProbeProblem>> = {
  connect: 'unreachable',
  reset: 'unreachable',
  connect_timeout: 'timeout',
  first_token_timeout: 'timeout',
  idle_timeout: 'timeout',
  blocked_address: 'blocked_address',
  credential: 'refused_key',
}
