import type { Line } from '../core/line.ts'
import type { Dialect } from '../core/protocol.ts'
import { parseJson } from '../core/json.ts'
import { SECOND_MS } from '../core/time.ts'
import { withoutEndSlashes } from '../core/paths.ts'
import { descriptorOf } from '../providers/all.ts'
import { modelNames, modelsPath } from '../providers/list-models.ts'
import { headersFor, listsModels, signingOf } from '../providers/provider.ts'
import { type FailureClass, failureOf } from './failure.ts'
import type { Upstream } from './upstream.ts'

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
export async function probe(
  upstream: Upstream,
  { preset, dialect, baseUrl, secret, allowPrivate, line, signal }: ProbeRequest,
): Promise<ProbeAnswer> {
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
    const descriptor = descriptorOf(preset)
    const how = signingOf(descriptor, dialect)
    const headers = {
      ...headersFor(descriptor, dialect, secret),
      accept: 'application/json',
      'user-agent': 'yumen',
    }
    const url = new URL(withoutEndSlashes(baseUrl) + modelsPath(dialect))
    const signing = how ? { how, secret } : undefined
    const request = { method: 'GET', url, headers, body: null, allowPrivate, line, signing } as const
    const answer = await upstream.send(request, PROBE_MS, signal)
    const parts: Buffer[] = []
    let size = 0
    const next = () => answer.next(Math.max(0, started + PROBE_MS - performance.now()), 'idle_timeout')
    for (let chunk = await next(); chunk; chunk = await next()) {
      size += chunk.length
      if (size > MAX_LIST_BYTES) answer.cancel('too_large')
      parts.push(chunk)
    }
    const list = parseJson(Buffer.concat(parts).toString('utf8'))
    // Where there is no list, that nobody knows its path is the right answer to a credential that holds.
    const expected = answer.status === 404 && !listsModels(descriptor, dialect)
    const problem = expected ? null : problemOf(answer.status, list !== undefined)
    return done({
      ok: problem === null,
      httpStatus: answer.status,
      problem,
      models: problem ? [] : modelNames(list).slice(0, MAX_MODELS),
    })
  } catch (error) {
    return done({ problem: PROBLEMS[failureOf(error).class] ?? 'unexpected' })
  }
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
