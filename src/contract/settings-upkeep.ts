import { amount, choice, names, onOff, optionalFactor, whole } from './setting.ts'

/** What is kept of requests, for how long, and what happens as the disk fills. */
export const RETENTION_SETTINGS = {
  'capture.level': choice({
    group: 'retention',
    standard: 'BASIC',
    risky: true,
    options: {
      BASIC: {
        zh: 'BASIC',
        en: 'BASIC',
        sentence: { zh: '用量、费用、耗时与状态', en: 'Usage, cost, times and status' },
        cost: { zh: '≈ 1 KB / 次', en: '≈ 1 KB each' },
      },
      HEADERS: {
        zh: 'HEADERS',
        en: 'HEADERS',
        sentence: { zh: '另存脱敏后的请求头与响应头', en: 'Also the redacted request and response headers' },
        cost: { zh: '≈ 3 KB / 次', en: '≈ 3 KB each' },
      },
      FULL: {
        zh: 'FULL',
        en: 'FULL',
        sentence: { zh: '另存请求体与响应体', en: 'Also the request and response bodies' },
        cost: { zh: '≈ 50 KB / 次', en: '≈ 50 KB each' },
      },
    },
    title: { zh: '日志级别', en: 'Log level' },
    sentence: {
      zh: '决定每次请求保存多少内容；费用与用量在任何级别都完整记录。请求头与正文存于单独的加密文件，用户与管理员可在请求详情中查看，管理员查看会记入审计。',
      en: 'How much of each request is kept; cost and usage are recorded in full at any level. Headers and bodies go to a separate encrypted file. Users and administrators see them in the request details; views by administrators are audited.',
    },
  }),
  'capture.failed_only': onOff({
    group: 'retention',
    standard: false,
    risky: true,
    title: { zh: '仅为失败的请求保存正文', en: 'Keep bodies of failed requests only' },
    sentence: {
      zh: '开启后成功的请求只保留请求头与响应头；仅 FULL 级别有正文。',
      en: 'When on, only headers are kept of requests that succeed. Bodies are kept at level FULL alone.',
    },
  }),
  'capture.redact': names({
    group: 'retention',
    standard: ['authorization', 'cookie', 'phone', 'id_card'],
    risky: true,
    title: { zh: '脱敏字段', en: 'Redacted fields' },
    sentence: {
      zh: '按名称匹配请求头与任意层级的 JSON 字段，不分大小写，值保存为 ***。密钥始终脱敏，无法关闭。',
      en: 'Headers and JSON keys of these names, at any depth and in any case; their values are kept as ***. Keys are always redacted and this cannot be turned off.',
    },
  }),
  'capture.client_ip': choice({
    group: 'retention',
    standard: 'full',
    options: {
      full: { zh: '完整', en: 'Full' },
      network: { zh: '仅网段', en: 'Network only' },
      none: { zh: '不记录', en: 'Not recorded' },
    },
    title: { zh: '客户端 IP', en: 'Client IP' },
    sentence: {
      zh: '写入新的请求记录与用户活动的地址；网段为 /24 与 /48。IP 名单、限流与登录防护仍按完整地址判断。',
      en: 'The address written to new request records and user activity; networks are /24 and /48. IP lists, rate limits and sign-in protection still use the full address.',
    },
  }),
  'capture.max_kib': whole({
    group: 'retention',
    standard: 64,
    min: 1,
    max: 256,
    unit: 'kib',
    title: { zh: '每侧正文上限', en: 'Size limit per body' },
    sentence: {
      zh: '超出的部分截断，并标记「已截断」。',
      en: 'Anything beyond this is cut off and marked as truncated.',
    },
  }),
  'retention.request_days': whole({
    group: 'retention',
    standard: 90,
    min: 1,
    max: 3650,
    unit: 'day',
    risky: true,
    title: { zh: '请求记录保留', en: 'Request log retention' },
    sentence: {
      zh: '更早的请求明细每晚删除；统计与账目永久保留。',
      en: 'Older request details are deleted every night; statistics and accounts are kept permanently.',
    },
  }),
  'retention.hour_days': whole({
    group: 'retention',
    standard: 400,
    min: 62,
    max: 3650,
    unit: 'day',
    risky: true,
    title: { zh: '按小时统计保留', en: 'Hourly statistics retention' },
    sentence: {
      zh: '更早的统计只按 UTC 日保留；按日统计永久保留。',
      en: 'Older statistics are kept by UTC day only; daily statistics are kept permanently.',
    },
  }),
  'capture.days': whole({
    group: 'retention',
    standard: 7,
    min: 1,
    max: 90,
    unit: 'day',
    title: { zh: '请求头与正文保留', en: 'Header and body retention' },
    sentence: {
      zh: '更早的每晚删除；只影响 HEADERS 与 FULL 级别保存的内容。',
      en: 'Older ones are deleted every night; only what the levels HEADERS and FULL keep.',
    },
  }),
  'capture.max_mib': whole({
    group: 'retention',
    standard: 512,
    min: 16,
    max: 65_536,
    unit: 'mib',
    title: { zh: '请求头与正文总上限', en: 'Total size limit of headers and bodies' },
    sentence: { zh: '超出后先删除最早的。', en: 'Beyond this, the oldest are deleted first.' },
  }),
  'retention.activity_days': whole({
    group: 'retention',
    standard: 365,
    min: 7,
    max: 3650,
    unit: 'day',
    risky: true,
    title: { zh: '活动与告警保留', en: 'Activity and alert retention' },
    sentence: {
      zh: '更早的活动日志与已恢复的告警每晚删除；审计日志从不删除。',
      en: 'Older activity and resolved alerts are deleted every night; the audit log is never deleted.',
    },
  }),
  'alerts.disk_percent': whole({
    group: 'retention',
    standard: 15,
    min: 5,
    max: 50,
    unit: 'percent',
    title: { zh: '剩余空间告警', en: 'Free space alert' },
    sentence: {
      zh: '数据目录所在磁盘的剩余空间低于该比例时通知管理员。',
      en: 'Administrators are notified when less than this share of the data folder’s disk is free.',
    },
  }),
  'capture.on_low_disk': choice({
    group: 'retention',
    standard: 'stop',
    options: {
      stop: { zh: '停止保存请求头与正文', en: 'Stop keeping headers and bodies' },
      go_on: { zh: '继续保存', en: 'Keep them all the same' },
    },
    title: { zh: '空间不足时', en: 'When space runs out' },
    sentence: {
      zh: '剩余低于 5% 时触发，转发与计费不受影响；磁盘写满后新请求会被拒绝。',
      en: 'Applies below 5% free; relaying and billing are not affected. New requests are refused once the disk is full.',
    },
  }),
} as const

/** How money is shown, and what is served without a price. */
export const MONEY_SETTINGS = {
  'money.cny_rate': optionalFactor({
    group: 'money',
    unit: 'cny',
    title: { zh: '人民币汇率', en: 'CNY exchange rate' },
    sentence: {
      zh: '1 美元合多少人民币，仅用于显示；留空则不提供人民币显示。账目始终为美元。',
      en: 'How many yuan one US dollar is worth, for display only; leave empty to not offer CNY. Accounts are always kept in US dollars.',
    },
  }),
  'money.currency': choice({
    group: 'money',
    standard: 'USD',
    options: { USD: { zh: '美元', en: 'US dollar' }, CNY: { zh: '人民币', en: 'Yuan' } },
    title: { zh: '默认显示币种', en: 'Default display currency' },
    sentence: {
      zh: '用户未选择时的币种；人民币须先填写汇率。',
      en: 'For users who have not chosen one; CNY needs an exchange rate first.',
    },
  }),
  'relay.allow_unpriced': onOff({
    group: 'money',
    standard: false,
    risky: true,
    title: { zh: '放行未定价模型', en: 'Serve models without a price' },
    sentence: {
      zh: '未定价的模型按 0 计费放行，并产生告警；关闭时拒绝。',
      en: 'Models without a price are served at no charge and raise an alert; when off, they are refused.',
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
    title: { zh: '重复通知间隔', en: 'Repeat notification interval' },
    sentence: {
      zh: '同一对象的同一告警在此时间内只通知一次。',
      en: 'The same alert on the same subject is sent only once within this time.',
    },
  }),
  'alerts.error_percent': whole({
    group: 'alerts',
    standard: 20,
    min: 1,
    max: 100,
    unit: 'percent',
    title: { zh: '错误率阈值', en: 'Error rate threshold' },
    sentence: {
      zh: '最近 10 分钟至少 20 个请求中，上游或网关错误达到此比例时告警。',
      en: 'Alerts when upstream or gateway errors reach this share of at least 20 requests in the last 10 minutes.',
    },
  }),
  'alerts.failed_sign_ins': whole({
    group: 'alerts',
    standard: 10,
    min: 3,
    max: 10_000,
    title: { zh: '登录失败阈值', en: 'Failed sign-in threshold' },
    sentence: {
      zh: '15 分钟内所有账号的登录失败合计达到此次数时告警。',
      en: 'Alerts when failed sign-ins across all accounts reach this number in 15 minutes.',
    },
  }),
  'alerts.balance_usd': amount({
    group: 'alerts',
    standard: '1',
    unit: 'usd',
    title: { zh: '余额不足阈值', en: 'Low balance threshold' },
    sentence: {
      zh: '预付费用户余额低于此值时告警。',
      en: 'Alerts when the balance of a prepaid user falls below this.',
    },
  }),
} as const
