import type { FreeProblem } from '../core/free-question.ts'
import type { Line } from '../core/line.ts'
import { SECOND_MS } from '../core/time.ts'
import { type FailureClass, failureOf } from './failure.ts'
import type { Upstream, UpstreamRequest } from './upstream.ts'
import type { UpstreamAnswer } from './upstream-answer.ts'

type FreeRequest = Pick<UpstreamRequest, 'url' | 'headers' | 'allowPrivate' | 'signing'> & {
  line?: Line | undefined
  /** Of a longer answer nothing is read. */
  mostBytes: number
  signal: AbortSignal
}

/** What came back, whole. */
export type FreeAnswer = Pick<UpstreamAnswer, 'status' | 'headers'> & { body: Buffer }

const WITHIN_MS = 10 * SECOND_MS

/** Asks an upstream for something it gives free of charge, within ten seconds; throws an UpstreamFailure. */
export async function askFree(upstream: Upstream, { mostBytes, signal, ...call }: FreeRequest): Promise<FreeAnswer> {
  const untilMs = performance.now() + WITHIN_MS
  const headers = { ...call.headers, accept: 'application/json', 'user-agent': 'yumen' }
  const answer = await upstream.send({ ...call, headers, method: 'GET', body: null }, WITHIN_MS, signal)
  const parts: Buffer[] = []
  let size = 0
  const next = () => answer.next(Math.max(0, untilMs - performance.now()), 'idle_timeout')
  for (let chunk = await next(); chunk; chunk = await next()) {
    size += chunk.length
    if (size > mostBytes) answer.cancel('too_large')
    parts.push(chunk)
  }
  return { status: answer.status, headers: answer.headers, body: Buffer.concat(parts) }
}

/** What is wrong with an answer; null when nothing is. */
export function answerProblem(status: number, readable: boolean): FreeProblem | null {
  if (status === 401 || status === 403) return 'refused_key'
  if (status === 404 || status === 405) return 'not_found'
  return status === 200 && readable ? null : 'unexpected'
}

/** Why there was no answer. */
export function failureProblem(error: unknown): FreeProblem {
  return PROBLEMS[failureOf(error).class] ?? 'unexpected'
}

const PROBLEMS: Partial<Record<FailureClass, FreeProblem>> = {
  connect: 'unreachable',
  reset: 'unreachable',
  connect_timeout: 'timeout',
  first_token_timeout: 'timeout',
  idle_timeout: 'timeout',
  blocked_address: 'blocked_address',
  credential: 'refused_key',
}
