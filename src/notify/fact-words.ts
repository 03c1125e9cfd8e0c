import type { LimitMetric, LimitSubject, LimitWindow } from '../core/limits.ts'
import type { Words } from './words.ts'

/** Whose limits are, in words. */
const SUBJECT_WORDS: Readonly<Record<LimitSubject, Words>> = {
  user: { zh: '用户', en: 'account' },
  key: { zh: '密钥', en: 'key' },
  group: { zh: '分组', en: 'group' },
  provider: { zh: '提供商', en: 'provider' },
  credential: { zh: '上游密钥', en: 'credential' },
}

/** What limits count, in words. */
export const METRIC_WORDS: Readonly<Record<LimitMetric, Words>> = {
  cost: { zh: '费用', en: 'cost' },
  requests: { zh: '请求', en: 'requests' },
  tokens: { zh: 'Token', en: 'tokens' },
  concurrency: { zh: '并发', en: 'concurrent requests' },
}

/** What limits count over, in words. */
export const WINDOW_WORDS: Readonly<Record<LimitWindow, Words>> = {
  minute: { zh: '每分钟', en: 'per minute' },
  '5h': { zh: '每 5 小时', en: 'per 5 hours' },
  day: { zh: '每日', en: 'per day' },
  week: { zh: '每周', en: 'per week' },
  month: { zh: '每月', en: 'per month' },
  total: { zh: '总计', en: 'in total' },
}

/** How a credential is refused, in words. */
const STATUS_WORDS: Readonly<Record<'invalid' | 'exhausted', Words>> = {
  invalid: { zh: '密钥失效', en: 'invalid' },
  exhausted: { zh: '余额不足', en: 'out of credit' },
}

/** What facts begin with that is a word of the gateway's own, by the name of the fact. */
export const FACT_WORDS: Readonly<Record<string, Readonly<Record<string, Words>>>> = {
  status: STATUS_WORDS,
  subject: SUBJECT_WORDS,
  metric: METRIC_WORDS,
  window: WINDOW_WORDS,
}
