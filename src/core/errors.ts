/** The languages that everything is told in. */
export type Locale = 'zh-CN' | 'en'

/**
 * The catalogue of everything that can go wrong: an HTTP status, the kind that decides a dialect's error shape,
 * and a sentence fit for strangers in both languages. `{name}` is filled from the error's details.
 */
export const ERRORS = {
  // The caller's key.
  key_missing: { status: 401, kind: 'bad_key', en: 'No API key was sent.', zh: '请求中没有 API 密钥。' },
  key_invalid: { status: 401, kind: 'bad_key', en: 'This API key is not valid.', zh: 'API 密钥无效。' },
  key_disabled: { status: 401, kind: 'bad_key', en: 'This API key is disabled.', zh: '该 API 密钥已停用。' },
  key_expired: { status: 401, kind: 'bad_key', en: 'This API key has expired.', zh: '该 API 密钥已过期。' },
  owner_disabled: {
    status: 401,
    kind: 'bad_key',
    en: 'The owner of this API key is disabled.',
    zh: '该 API 密钥的所有者已停用。',
  },
  ip_not_allowed: {
    status: 401,
    kind: 'bad_key',
    en: 'This API key may not be used from this address.',
    zh: '该 API 密钥不允许从此地址使用。',
  },
  keys_conflict: {
    status: 400,
    kind: 'bad_request',
    en: 'The request carries two different API keys.',
    zh: '请求携带了两个不同的 API 密钥。',
  },
  // The request.
  body_malformed: {
    status: 400,
    kind: 'bad_request',
    en: 'The request body is not valid JSON: {reason}.',
    zh: '请求体不是有效的 JSON：{reason}。',
  },
  body_invalid: {
    status: 400,
    kind: 'bad_request',
    en: 'The request is not valid: {reason}.',
    zh: '请求无效：{reason}。',
  },
  body_too_large: {
    status: 413,
    kind: 'too_large',
    en: 'The request body is larger than {limit}.',
    zh: '请求体超过 {limit} 的上限。',
  },
  body_incomplete: { status: 400, kind: 'bad_request', en: 'The request body ended early.', zh: '请求体不完整。' },
  encoding_unsupported: {
    status: 415,
    kind: 'bad_request',
    en: 'This content encoding is not supported: {encoding}.',
    zh: '不支持的内容编码：{encoding}。',
  },
  path_unknown: {
    status: 404,
    kind: 'not_found',
    en: 'There is nothing at {method} {path}.',
    zh: '{method} {path} 不存在。',
  },
  method_not_allowed: {
    status: 405,
    kind: 'bad_request',
    en: '{method} is not possible at {path}.',
    zh: '{path} 不支持 {method}。',
  },
  upgrade_required: {
    status: 426,
    kind: 'bad_request',
    en: 'WebSocket is not offered here; use HTTP.',
    zh: '此处不提供 WebSocket，请使用 HTTP。',
  },
  object_not_found: {
    status: 404,
    kind: 'missing',
    en: 'There is no `{id}`, or it is not yours.',
    zh: '`{id}` 不存在，或不属于你。',
  },
  capability_missing: {
    status: 404,
    kind: 'missing',
    en: 'No provider you may use keeps {what}.',
    zh: '你可使用的提供商都不支持 {what}。',
  },
  model_not_found: {
    status: 404,
    kind: 'model_missing',
    en: 'The model `{model}` does not exist or you do not have access to it.',
    zh: '模型 `{model}` 不存在，或你没有使用权限。',
  },
  model_not_allowed: {
    status: 404,
    kind: 'model_missing',
    en: 'This API key may not use the model `{model}`.',
    zh: '该 API 密钥不允许使用模型 `{model}`。',
  },
  second_model: {
    status: 400,
    kind: 'bad_request',
    en: '`{field}` has another model take part beside the one in `model`, and a request here is checked and charged for that one alone. Leave `{field}` out, or switch off in your client what sends it, such as fallback models or the advisor tool.',
    zh: '`{field}` 会让 `model` 之外的模型参与，而此处的请求只按 `model` 中的一个模型校验和计费。请去掉 `{field}`，或在客户端中关闭相应功能（如备用模型、advisor 顾问工具）。',
  },
  model_unpriced: {
    status: 404,
    kind: 'model_missing',
    en: 'The model `{model}` has no price yet; ask your administrator to set one.',
    zh: '模型 `{model}` 尚未设置价格，请联系管理员。',
  },
  model_not_served: {
    status: 404,
    kind: 'model_missing',
    en: 'No provider offers the model `{model}` through this API; it is offered at {through}.',
    zh: '没有提供商通过此接口提供模型 `{model}`；可用的接口：{through}。',
  },
  not_translatable: {
    status: 400,
    kind: 'bad_request',
    en: 'This model is served through another API, which has no place for {what}.',
    zh: '该模型经由另一种接口提供服务，无法传递 {what}。',
  },
  previous_response_not_found: {
    status: 400,
    kind: 'bad_request',
    en: 'The answer that this request goes on from is not known here any more; send the whole conversation.',
    zh: '此请求所接续的响应已不在网关中，请发送完整的对话。',
  },
  upstream_rejected: { status: 400, kind: 'bad_request', en: '{reason}', zh: '{reason}' },
  upstream_too_large: { status: 413, kind: 'too_large', en: '{reason}', zh: '{reason}' },
  context_too_long: {
    status: 400,
    kind: 'too_long',
    en: 'prompt is too long: {reason}',
    zh: 'prompt is too long: {reason}',
  },
  content_filtered: { status: 400, kind: 'filtered', en: '{reason}', zh: '{reason}' },
  // Money and pace.
  balance_exhausted: { status: 429, kind: 'quota', en: 'Your balance is used up.', zh: '余额已用尽。' },
  limit_reached_5h: {
    status: 429,
    kind: 'quota',
    en: 'The limit for five hours is used up; it starts again at {resets}.',
    zh: '5 小时额度已用尽，将于 {resets} 重置。',
  },
  limit_reached_day: {
    status: 429,
    kind: 'quota',
    en: 'The limit for today is used up; it starts again at {resets}.',
    zh: '今日额度已用尽，将于 {resets} 重置。',
  },
  limit_reached_week: {
    status: 429,
    kind: 'quota',
    en: 'The limit for this week is used up; it starts again at {resets}.',
    zh: '本周额度已用尽，将于 {resets} 重置。',
  },
  limit_reached_month: {
    status: 429,
    kind: 'quota',
    en: 'The limit for this month is used up; it starts again at {resets}.',
    zh: '本月额度已用尽，将于 {resets} 重置。',
  },
  limit_reached_total: { status: 429, kind: 'quota', en: 'The whole limit is used up.', zh: '总额度已用尽。' },
  limit_reached_midway: {
    status: 429,
    kind: 'quota',
    en: 'A limit or the balance was used up in the middle of the answer, which ends here.',
    zh: '额度或余额在响应过程中用尽，响应到此为止。',
  },
  rate_limited: {
    status: 429,
    kind: 'too_fast',
    en: 'Too many requests; try again in {seconds} s.',
    zh: '请求过于频繁，请在 {seconds} 秒后重试。',
  },
  // Upstream.
  no_upstream: {
    status: 503,
    kind: 'no_upstream',
    en: 'No upstream is available for the model `{model}`.',
    zh: '模型 `{model}` 暂无可用的上游。',
  },
  object_unreachable: {
    status: 503,
    kind: 'no_upstream',
    en: 'The provider that keeps `{id}` is not available.',
    zh: '保存 `{id}` 的提供商当前不可用。',
  },
  uploads_full: {
    status: 503,
    kind: 'no_upstream',
    en: 'Too much is being uploaded at once; try again in a moment.',
    zh: '同时上传的内容过多，请稍后重试。',
  },
  object_elsewhere: {
    status: 400,
    kind: 'bad_request',
    en: '`{id}` is kept by a provider that does not serve this model; upload it for the model with the header `x-yumen-model`.',
    zh: '`{id}` 保存在不提供该模型的提供商处；请在上传时用请求头 `x-yumen-model` 指明模型。',
  },
  upstream_failed: { status: 503, kind: 'no_upstream', en: 'No upstream could answer.', zh: '没有上游能够响应。' },
  upstream_refused_us: {
    status: 502,
    kind: 'no_upstream',
    en: 'The upstream refused the gateway.',
    zh: '上游拒绝了网关的请求。',
  },
  model_gone: { status: 404, kind: 'model_missing', en: 'The upstream lacks this model.', zh: '上游没有此模型。' },
  upstream_busy: {
    status: 429,
    kind: 'too_fast',
    en: 'The upstream is busy; try again in {seconds} s.',
    zh: '上游繁忙，请在 {seconds} 秒后重试。',
  },
  upstream_broke: { status: 502, kind: 'no_upstream', en: 'The upstream broke off.', zh: '上游连接中断。' },
  upstream_timeout: { status: 504, kind: 'no_upstream', en: 'The upstream took too long.', zh: '上游响应超时。' },
  // Ours.
  not_ready: {
    status: 503,
    kind: 'no_upstream',
    en: 'The gateway is not ready; try again.',
    zh: '网关尚未就绪，请重试。',
  },
  gateway_stopped: {
    status: 500,
    kind: 'internal',
    en: 'The gateway stopped before the answer had ended.',
    zh: '响应结束之前，网关停止了运行。',
  },
  internal: { status: 500, kind: 'internal', en: 'Something went wrong in the gateway.', zh: '网关内部错误。' },
} as const satisfies Record<string, { status: number; kind: string; en: string; zh: string }>

/** As the catalogue names it; a request that fails of it keeps it as its error class. */
export type ErrorCode = keyof typeof ERRORS
/** What a dialect chooses the shape of an error by. */
export type ErrorKind = (typeof ERRORS)[ErrorCode]['kind']
/** What fills the `{name}`s of a sentence, which strangers read. */
export type ErrorDetails = Record<string, string | number>

/** An expected failure on its way to a caller: a code of the catalogue, details for its sentence, and a cause for us. */
export class GatewayError extends Error {
  readonly code: ErrorCode
  readonly details: ErrorDetails

  constructor(code: ErrorCode, details: ErrorDetails = {}, options?: ErrorOptions) {
    super(sentence(code, details, 'en'), options)
    this.name = 'GatewayError'
    this.code = code
    this.details = details
  }

  get status(): number {
    return ERRORS[this.code].status
  }

  get kind(): ErrorKind {
    return ERRORS[this.code].kind
  }

  /** The sentence for the caller, in their language. */
  in(locale: Locale): string {
    return sentence(this.code, this.details, locale)
  }
}

function sentence(code: ErrorCode, details: ErrorDetails, locale: Locale): string {
  const text = locale === 'en' ? ERRORS[code].en : ERRORS[code].zh
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(details[name] ?? whole))
}

/** A sentence that was kept in English, in another language; what is no sentence of the code stays as it is. */
export function retold(code: string, kept: string | null, locale: Locale): string | null {
  if (kept === null || locale === 'en' || !isErrorCode(code)) return kept
  const names: string[] = []
  const literal = ERRORS[code].en.split(/\{(\w+)\}/).map((part, i) => {
    if (i % 2 === 0) return part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
    names.push(part)
    return '(.*)'
  })
  const found = new RegExp(`^${literal.join('')}$`, 's').exec(kept)
  return found ? sentence(code, Object.fromEntries(names.map((name, i) => [name, found[i + 1] ?? ''])), locale) : kept
}

function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(ERRORS, code)
}

/** The language a caller asked for by `Accept-Language`; the fallback when it names neither. */
export function localeOf(acceptLanguage: string | undefined, fallback: Locale): Locale {
  // Most programs say nothing.
  if (acceptLanguage === undefined) return fallback
  for (const part of acceptLanguage.toLowerCase().split(',')) {
    const tag = part.trim().split(';')[0] ?? ''
    if (tag.startsWith('zh')) return 'zh-CN'
    if (tag.startsWith('en')) return 'en'
  }
  return fallback
}
