import type { Endpoints } from '../contract/all.ts'
import type { Probe, Probes, Provider } from '../contract/providers.ts'
import type { Locale } from '../core/errors.ts'
import type { FreeProblem } from '../core/free-question.ts'
import type { Line } from '../core/line.ts'
import type { ProbeAnswer } from '../core/probe.ts'
import type { Dialect } from '../core/protocol.ts'
import { descriptorOf } from '../providers/all.ts'
import type { Call, CallFacts, Handlers } from './call.ts'
import type { Deps } from './deps.ts'
import { endpointsIn } from './endpoints.ts'
import { ApiError, type FieldProblem, found, invalid, said } from './errors.ts'
import { unsavedLine } from './lines.ts'
import { answerOf } from './provider-answer.ts'
import { presetOf, readProvider } from './providers.ts'
import { referenceOf } from './references.ts'

const MAX_MODELS = 2000

/** What went wrong with an upstream, and what to do about it. */
const PROBLEMS: Record<FreeProblem | 'unreachable_by_proxy', FieldProblem> = {
  unreachable: {
    zh: '无法连接到该地址。请检查域名、端口和网络。',
    en: 'The address cannot be reached. Check the domain name, the port and the network.',
  },
  refused_key: {
    zh: '上游拒绝了密钥。请检查密钥是否完整、有效，且属于这个地址。',
    en: 'The upstream refused the secret. Check that it is complete, valid and belongs to this address.',
  },
  not_found: {
    zh: '该地址没有模型列表。OpenAI 接口的地址通常以 /v1 结尾，Anthropic 和 Gemini 则不带版本号。',
    en: 'This address has no model list. OpenAI addresses usually end in /v1; Anthropic and Gemini addresses have no version.',
  },
  timeout: {
    zh: '上游没有在限时内响应。请稍后重试，或检查网络。',
    en: 'The upstream did not answer in time. Try again later, or check the network.',
  },
  unexpected: {
    zh: '上游给出了意外的响应。请检查地址和接口类型。',
    en: 'The upstream gave an unexpected response. Check the address and the API type.',
  },
  unreachable_by_proxy: {
    zh: '无法通过代理连接到该地址。请检查代理的地址、用户名和密码，再检查目标的域名和端口。',
    en: 'The address cannot be reached through the proxy. Check the proxy’s address, user name and password, then the domain name and port of the endpoint.',
  },
  blocked_address: {
    zh: '该地址指向内网或保留地址。若是本地模型服务，请允许内网地址。',
    en: 'The address is in a private or reserved network. For a local model server, allow private addresses.',
  },
}

type ProbeHandlers = Pick<
  Handlers,
  'adminProbeProvider' | 'adminTestProvider' | 'adminDiscoverModels' | 'adminAskBalance'
>

/** Asks upstreams whether address and secret fit, and what models they offer. */
export function probeHandlers(deps: Deps): ProbeHandlers {
  return {
    adminProbeProvider: async ({ body, ...call }) => {
      const preset = presetOf(body.preset, deps)
      const endpoints = endpointsIn(body.endpoints, { preset, allowPrivate: body.allow_private })
      const { preset: id, allow_private: allowPrivate, secret } = body
      return probeAll({ preset: id, allowPrivate, secret, line: unsavedLine(body), endpoints }, new Set(), call, deps)
    },
    adminTestProvider: ({ params, query, ...call }) => probeSaved({ ...params, ...query }, call, deps),
    adminDiscoverModels: ({ params, ...call }) => probeSaved(params, call, deps),
    adminAskBalance: (call) => askBalance(call, deps),
  }
}

type Asked = {
  preset: string
  allowPrivate: boolean
  secret: string
  line?: Line | undefined
  endpoints: readonly { dialect: Dialect; baseUrl: string }[]
}

const NO_SECRET = () =>
  invalid({ credentials: { zh: '没有可用的密钥，请先添加', en: 'There is no active secret; add one first' } })
const NO_LINE = () =>
  invalid({ proxy: { zh: '代理的密码无法读取，请重新填写', en: 'The proxy password cannot be read; enter it again' } })
const TELLS_NOTHING = () =>
  invalid({ preset: { zh: '该提供商没有余额接口', en: 'This provider has no API for its balance' } })

type BalanceCall = Call<Endpoints['adminAskBalance']>

async function askBalance({ params, signal }: BalanceCall, deps: Deps): Promise<Provider> {
  const provider = await readProvider(params.id, deps)
  found(provider.credentials.some(({ id }) => id === params.credential_id))
  if (!descriptorOf(provider.preset).balance) throw TELLS_NOTHING()
  const outcome = await deps.askBalance([params.id, params.credential_id], signal)
  if (outcome === 'no_secret') throw NO_SECRET()
  if (outcome === 'no_line') throw NO_LINE()
  return answerOf(await readProvider(params.id, deps), deps)
}

/** A provider, and which of its endpoints and credentials alone. */
type Saved = { id: string; endpoint?: string | undefined; credential?: string | undefined }

async function probeSaved({ id, endpoint, credential }: Saved, call: CallFacts, deps: Deps): Promise<Probes> {
  const provider = await readProvider(id, deps)
  const endpoints = provider.endpoints.filter((one) => endpoint === undefined || one.id === endpoint)
  found(endpoint === undefined || endpoints.length > 0)
  found(credential === undefined || provider.credentials.some((one) => one.id === credential))
  const secret = await deps.store.providers.secretOf(id, credential)
  const line = await deps.store.providers.lineOf(id)
  if (secret === undefined) throw NO_SECRET()
  if (line === null) throw NO_LINE()
  // A secret that was given with another address must not go to the one that was read before it.
  if ((await readProvider(id, deps)).version !== provider.version) throw new ApiError('version_conflict')
  const routed = new Set(provider.routes.map((route) => route.upstreamName))
  return probeAll({ ...provider, endpoints, secret, line }, routed, call, deps)
}

async function probeAll(asked: Asked, routed: ReadonlySet<string>, call: CallFacts, deps: Deps): Promise<Probes> {
  const { preset, allowPrivate, secret, line } = asked
  const results = await Promise.all(
    asked.endpoints.map(async ({ dialect, baseUrl }) => {
      const result = await deps.probe({ preset, dialect, baseUrl, secret, allowPrivate, line, signal: call.signal })
      return probeOf({ dialect, baseUrl }, { ...result, problem: problemOn(line, result) }, call.locale)
    }),
  )
  return { ok: results.every((result) => result.ok), results, models: await modelsFound(results, routed, deps) }
}

async function modelsFound(results: readonly Probe[], routed: ReadonlySet<string>, deps: Deps) {
  const priced = new Map<string, boolean>()
  for (const model of await deps.store.models.list()) {
    for (const name of [model.id, ...model.aliases]) priced.set(name, model.price !== null)
  }
  const names = [...new Set(results.flatMap((result) => result.models))].slice(0, MAX_MODELS)
  return names.map((id) => {
    const built = deps.knownModel(id)
    return {
      id,
      known: priced.has(id) || built !== undefined,
      // A model that is not in the catalogue yet will come into it with the built-in price.
      priced: priced.get(id) ?? (built?.price ?? null) !== null,
      routed: routed.has(id),
      ...(built && { reference: factsOf(id, deps) }),
    }
  })
}

function factsOf(id: string, deps: Deps): NonNullable<Probes['models'][number]['reference']> {
  const found = referenceOf(id, deps)
  return {
    context: found?.context ?? null,
    max_output: found?.max_output ?? null,
    input: found?.price?.input ?? null,
    output: found?.price?.output ?? null,
  }
}

type Told = Omit<ProbeAnswer, 'problem'> & { problem: keyof typeof PROBLEMS | null }

/** What failed to open a connection through a proxy may be the proxy, too. */
function problemOn(line: Line | undefined, { problem }: ProbeAnswer): Told['problem'] {
  return problem === 'unreachable' && line?.proxy ? 'unreachable_by_proxy' : problem
}

function probeOf(endpoint: { dialect: Dialect; baseUrl: string }, result: Told, locale: Locale): Probe {
  return {
    dialect: endpoint.dialect,
    base_url: endpoint.baseUrl,
    ok: result.ok,
    http_status: result.httpStatus,
    ms: result.ms,
    detail: result.problem === null ? null : said(PROBLEMS[result.problem], locale),
    models: result.models.slice(0, MAX_MODELS),
  }
}
