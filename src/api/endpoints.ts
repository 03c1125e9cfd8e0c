import type { EndpointInput } from '../store/endpoints.ts'
import { CAPABILITIES, type Capability, type Dialect } from '../core/protocol.ts'
import { withoutEndSlashes } from '../core/paths.ts'
import type { Descriptor } from '../providers/provider.ts'
import { type FieldProblem, invalid } from './errors.ts'

/** An endpoint as the contract takes it. */
type EndpointFields = {
  id?: string | undefined
  dialect: Dialect
  base_url: string
  protocols?: Capability[] | undefined
  timeouts?: TimeFields | undefined
  max_concurrency?: number | null | undefined
}

type TimeFields = {
  connect_ms?: number | null | undefined
  headers_ms: number | null
  first_token_ms: number | null
  idle_ms: number | null
  total_ms: number | null
}

type AddressRules = { preset: Descriptor; allowPrivate: boolean }

/** Checks addresses and protocols beyond their form, and fills in what the vendor is known to speak. */
export function endpointsIn(endpoints: readonly EndpointFields[], rules: AddressRules): EndpointInput[] {
  return endpoints.map((endpoint, index) => {
    requireAddress(endpoint.base_url, rules.allowPrivate, index)
    const possible: readonly Capability[] = CAPABILITIES[endpoint.dialect]
    const wrong = endpoint.protocols?.filter((protocol) => !possible.includes(protocol)) ?? []
    if (wrong.length > 0) throw invalid({ [`endpoints.${index}.protocols`]: notSpoken(wrong) })
    return {
      id: endpoint.id,
      dialect: endpoint.dialect,
      baseUrl: withoutEndSlashes(endpoint.base_url),
      capabilities: endpoint.protocols ?? templateOf(rules.preset, endpoint.dialect)?.capabilities ?? possible,
      times: endpoint.timeouts && timesIn(endpoint.timeouts),
      maxConcurrency: endpoint.max_concurrency,
    }
  })
}

function timesIn(fields: TimeFields): EndpointInput['times'] {
  return {
    connectMs: fields.connect_ms,
    headersMs: fields.headers_ms,
    firstTokenMs: fields.first_token_ms,
    idleMs: fields.idle_ms,
    totalMs: fields.total_ms,
  }
}

/** Refuses endpoints at addresses a provider may not have. */
export function requireAllowed(endpoints: readonly { baseUrl: string }[], allowPrivate: boolean): void {
  for (const [index, { baseUrl }] of endpoints.entries()) requireAddress(baseUrl, allowPrivate, index)
}

/** The endpoints a vendor is known by; none when its addresses are for the operator to fill in. */
export function presetEndpoints(preset: Descriptor): EndpointInput[] {
  return preset.endpoints
    .filter((endpoint) => URL.canParse(endpoint.baseUrl))
    .map(({ dialect, baseUrl, capabilities }) => ({ dialect, baseUrl, capabilities }))
}

function templateOf(preset: Descriptor, dialect: Dialect) {
  return preset.endpoints.find((endpoint) => endpoint.dialect === dialect)
}

function requireAddress(text: string, allowPrivate: boolean, index: number): void {
  const problem = addressProblem(text, allowPrivate)
  if (problem) throw invalid({ [`endpoints.${index}.base_url`]: problem })
}

function addressProblem(text: string, allowPrivate: boolean): FieldProblem | null {
  const url = new URL(text)
  if (url.username !== '' || url.password !== '') {
    return { zh: '地址中不能包含用户名或密码', en: 'The address must not contain a user name or password' }
  }
  if (url.search !== '' || url.hash !== '') {
    return { zh: '地址中不能包含查询参数或片段', en: 'The address must not contain a query or a fragment' }
  }
  if (url.protocol !== 'https:' && !allowPrivate) {
    return {
      zh: '请使用 https 地址；本地服务请先允许内网地址',
      en: 'Use https; for a local server, allow private addresses first',
    }
  }
  return null
}

function notSpoken(protocols: readonly Capability[]): FieldProblem {
  const list = protocols.join(', ')
  return { zh: `该接口类型不支持：${list}`, en: `An endpoint of this API type does not support: ${list}` }
}
