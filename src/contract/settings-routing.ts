import { AFFINITY_MINUTES, DEFAULT_STRATEGY, DEFAULT_TIMEOUTS, MAX_ATTEMPTS } from '../core/routing.ts'
import { SECOND_MS } from '../core/time.ts'
import { choice, onOff, type Setting, whole, type Words } from './setting.ts'

/** How requests find an upstream, and how long one may take. */
export const ROUTING_SETTINGS = {
  'relay.strategy': choice({
    group: 'routing',
    standard: DEFAULT_STRATEGY,
    title: { zh: '默认策略', en: 'Default strategy' },
    sentence: {
      zh: '没有单独设置策略的模型，按此排列候选。',
      en: 'How candidates are put in order for models that have no strategy of their own.',
    },
    options: {
      priority: { zh: '优先级', en: 'Priority' },
      weighted: { zh: '权重', en: 'Weighted' },
      lowest_cost: { zh: '最低价', en: 'Lowest cost' },
      lowest_latency: { zh: '最低延迟', en: 'Lowest latency' },
    },
  }),
  'relay.affinity_minutes': whole({
    group: 'routing',
    standard: 60,
    ...AFFINITY_MINUTES,
    unit: 'min',
    title: { zh: '会话亲和保持', en: 'Conversation affinity' },
    sentence: {
      zh: '会话的下一轮仍由上次响应的密钥处理，缓存与思考签名在此期间有效；每一轮重新计时，0 为关闭。',
      en: 'The next turn of a conversation goes to the credential that answered the last one, so that caches and signatures stay valid; each turn starts the time anew. 0 turns it off.',
    },
  }),
  'relay.max_attempts': whole({
    group: 'routing',
    standard: 3,
    ...MAX_ATTEMPTS,
    title: { zh: '最多尝试次数', en: 'Maximum attempts' },
    sentence: { zh: '一个请求最多发往上游几次。', en: 'How many times one request is sent to upstreams at most.' },
  }),
  'relay.retry_percent': whole({
    group: 'routing',
    standard: 10,
    min: 0,
    max: 100,
    unit: 'percent',
    title: { zh: '重试占比上限', en: 'Retry share limit' },
    sentence: {
      zh: '长期来看，重试最多占请求的比例；避免故障时把上游压垮。高于 0 时，每秒最多 3 次重试不受此限；0 为不重试。',
      en: 'In the long run, retries are at most this share of requests, so that upstreams are not overwhelmed during an outage. Above 0, up to 3 a second are always allowed; 0 allows none.',
    },
  }),
  'relay.hedge_ms': whole({
    group: 'routing',
    standard: 0,
    min: 0,
    max: 600_000,
    unit: 'ms',
    title: { zh: '对冲请求', en: 'Hedged requests' },
    sentence: {
      zh: '首个上游超过此时间仍无内容时，同时再问一个，先响应者为准，用户只计费一次；落败的上游可能仍向你收费，且计入重试占比。0 为关闭。',
      en: 'When the first upstream has sent nothing for this long, another is asked at the same time and the first to respond wins. Callers are billed once; the losing upstream may still charge you, and it counts toward the retry share. 0 turns it off.',
    },
  }),
  'relay.breaker_failures': whole({
    group: 'routing',
    standard: 5,
    min: 1,
    max: 100,
    title: { zh: '熔断：连续失败次数', en: 'Breaker: failures in a row' },
    sentence: {
      zh: '端点连续失败这么多次后暂停使用。',
      en: 'An endpoint that fails this many times in a row is paused.',
    },
  }),
  'relay.breaker_percent': whole({
    group: 'routing',
    standard: 50,
    min: 5,
    max: 100,
    unit: 'percent',
    title: { zh: '熔断：失败比例', en: 'Breaker: share of failures' },
    sentence: {
      zh: '30 秒内至少 20 次调用中失败达到此比例时暂停使用。',
      en: 'An endpoint is also paused when this share of at least 20 calls in 30 s fails.',
    },
  }),
  'relay.breaker_first_s': whole({
    group: 'routing',
    standard: 5,
    min: 1,
    max: 300,
    unit: 's',
    title: { zh: '熔断：首次时长', en: 'Breaker: first pause' },
    sentence: {
      zh: '之后用一个请求探测，仍失败则时长加倍。',
      en: 'Then one request probes it; each failure doubles the pause.',
    },
  }),
  'relay.breaker_most_s': whole({
    group: 'routing',
    standard: 60,
    min: 5,
    max: 3600,
    unit: 's',
    title: { zh: '熔断：最长时长', en: 'Breaker: longest pause' },
    sentence: { zh: '加倍到此为止。', en: 'Where the doubling ends.' },
  }),
  'relay.cooling_s': whole({
    group: 'routing',
    standard: 60,
    min: 1,
    max: 600,
    unit: 's',
    title: { zh: '限流冷却上限', en: 'Longest cooldown' },
    sentence: {
      zh: '收到 429 后，该模型或整个密钥最长暂停多久；优先采用上游的 Retry-After，没有时从 1 秒起翻倍。',
      en: 'How long a model, or a whole credential, rests at most after a 429; the upstream’s Retry-After comes first, without it the rest doubles from 1 s.',
    },
  }),
  'relay.connect_s': seconds(DEFAULT_TIMEOUTS.connectMs, { zh: '超时：建立连接', en: 'Timeout: connection' }),
  'relay.headers_s': seconds(DEFAULT_TIMEOUTS.headersMs, { zh: '超时：等待响应头', en: 'Timeout: response headers' }),
  'relay.first_token_s': seconds(DEFAULT_TIMEOUTS.firstTokenMs, { zh: '超时：等待首字', en: 'Timeout: first token' }),
  'relay.idle_s': seconds(DEFAULT_TIMEOUTS.idleMs, { zh: '超时：两段内容之间', en: 'Timeout: between two chunks' }),
  'relay.total_s': seconds(DEFAULT_TIMEOUTS.totalMs, { zh: '超时：整个响应', en: 'Timeout: whole response' }),
  'relay.max_body_mib': whole({
    group: 'routing',
    standard: 32,
    min: 1,
    max: 256,
    unit: 'mib',
    title: { zh: '请求体上限', en: 'Maximum request body' },
    sentence: { zh: '更大的推理请求以 413 拒绝。', en: 'Larger inference requests are refused with 413.' },
  }),
  'relay.tell_provider': onOff({
    group: 'routing',
    standard: false,
    title: { zh: '告知提供商', en: 'Name the provider' },
    sentence: {
      zh: '在使用统计、请求记录、导出与响应头 x-yumen-provider 中告诉用户由哪个提供商响应；关闭时以编号代替。用户可用的提供商始终列在「模型与提供商」中。',
      en: 'Tells users which provider responded, in usage figures, request logs, exports and the response header x-yumen-provider; when off, upstreams are numbered instead. The providers a user may use are always listed under Models and providers.',
    },
  }),
} as const

function seconds(standardMs: number, title: Words): Setting<number> {
  const sentence = {
    zh: '上游最多可用的时间；端点或模型另有设置时以其为准。',
    en: 'How long an upstream may take, unless its endpoint or the model has its own setting.',
  }
  return whole({ group: 'routing', standard: standardMs / SECOND_MS, min: 1, max: 86_400, unit: 's', title, sentence })
}
