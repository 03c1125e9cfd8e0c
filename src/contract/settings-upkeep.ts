import { amount, choice, onOff, optionalFactor, whole } from './setting.ts'

/** How long rows are kept. */
export const RETENTION_SETTINGS = {
  'retention.request_days': whole({
    group: 'retention',
    standard: 90,
    min: 1,
    max: 3650,
    unit: 'day',
    risky: true,
    title: { zh: '请求记录保留', en: 'Keep requests' },
    sentence: {
      zh: '更早的请求明细每晚删除；统计与账目永久保留。',
      en: 'Older rows of requests are deleted every night; sums and accounts are kept for ever.',
    },
  }),
  'retention.activity_days': whole({
    group: 'retention',
    standard: 365,
    min: 7,
    max: 3650,
    unit: 'day',
    risky: true,
    title: { zh: '活动与告警保留', en: 'Keep activity and alerts' },
    sentence: {
      zh: '更早的活动日志与已恢复的告警每晚删除；审计日志从不删除。',
      en: 'Older activity and resolved alerts are deleted every night; the audit log never is.',
    },
  }),
} as const

/** How money is shown, and what is served without a price. */
export const MONEY_SETTINGS = {
  'money.cny_rate': optionalFactor({
    group: 'money',
    unit: 'cny',
    title: { zh: '人民币汇率', en: 'Rate of the yuan' },
    sentence: {
      zh: '1 美元合多少人民币，仅用于显示；留空则不提供人民币显示。账目始终为美元。',
      en: 'Yuan for one dollar, for display alone; empty: yuan are not offered. Books are kept in dollars.',
    },
  }),
  'money.currency': choice({
    group: 'money',
    standard: 'USD',
    options: { USD: { zh: '美元', en: 'US dollar' }, CNY: { zh: '人民币', en: 'Yuan' } },
    title: { zh: '默认显示币种', en: 'Currency shown first' },
    sentence: {
      zh: '用户未选择时的币种；人民币须先填写汇率。',
      en: 'What users see who chose none; the yuan needs a rate.',
    },
  }),
  'relay.allow_unpriced': onOff({
    group: 'money',
    standard: false,
    risky: true,
    title: { zh: '放行未定价模型', en: 'Serve models without a price' },
    sentence: {
      zh: '未定价的模型按 0 计费放行，并产生告警；关闭时拒绝。',
      en: 'Models without a price are served at no charge, and an alert tells of it; otherwise they are refused.',
    },
  }),
} as const

/** When operators are told. */
export const ALERT_SETTINGS = {
  'alerts.cooldown_min': whole({
    group: 'alerts',
    standard: 60,
    min: 1,
    max: 10_080,
    unit: 'min',
    title: { zh: '重复通知间隔', en: 'Pause between notifications' },
    sentence: {
      zh: '同一对象的同一告警在此时间内只通知一次。',
      en: 'The same alert on the same thing is sent once in this time.',
    },
  }),
  'alerts.error_percent': whole({
    group: 'alerts',
    standard: 20,
    min: 1,
    max: 100,
    unit: 'percent',
    title: { zh: '错误率阈值', en: 'Error rate' },
    sentence: {
      zh: '最近 10 分钟至少 20 个请求中，上游或网关错误达到此比例时告警。',
      en: 'Alerts when this share of at least 20 requests in ten minutes met an error of an upstream or the gateway.',
    },
  }),
  'alerts.balance_usd': amount({
    group: 'alerts',
    standard: '1',
    unit: 'usd',
    title: { zh: '余额不足阈值', en: 'Low balance' },
    sentence: { zh: '预付费用户余额低于此值时告警。', en: 'Alerts when a user who pays ahead has less left.' },
  }),
  'alerts.disk_percent': whole({
    group: 'alerts',
    standard: 10,
    min: 1,
    max: 90,
    unit: 'percent',
    title: { zh: '磁盘剩余阈值', en: 'Disk space left' },
    sentence: {
      zh: '数据目录所在磁盘的剩余空间低于此比例时告警。',
      en: 'Alerts when less of the data folder’s disk is free.',
    },
  }),
} as const
