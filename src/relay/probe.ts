import { parseJson } from '../core/json.ts'
import { withoutEndSlashes } from '../core/paths.ts'
import type { ProbeAnswer, ProbeRequest } from '../core/probe.ts'
import { descriptorOf } from '../providers/all.ts'
import { modelNames, modelsPath } from '../providers/list-models.ts'
import { headersFor, listsModels, signingOf } from '../providers/provider.ts'
import { answerProblem, askFree, failureProblem, type FreeAnswer } from './ask-free.ts'
import { verdictOf } from './classify.ts'
import type { Upstream } from './upstream.ts'

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
    const problem = expected ? null : answerProblem(status, list !== undefined)
    return done({
      ok: problem === null,
      httpStatus: status,
      problem,
      models: problem ? [] : modelNames(list).slice(0, MAX_MODELS),
    })
  } catch (error) {
    return done({ problem: failureProblem(error) })
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
function listing(upstream: Upstream, { preset, dialect, baseUrl, secret, ...way }: ProbeRequest): Promise<FreeAnswer> {
  const descriptor = descriptorOf(preset)
  const how = signingOf(descriptor, dialect)
  const url = new URL(withoutEndSlashes(baseUrl) + modelsPath(dialect))
  const headers = headersFor(descriptor, dialect, secret)
  const signing = how ? { how, secret } : undefined
  return askFree(upstream, { url, headers, signing, mostBytes: MAX_LIST_BYTES, ...way })
}
