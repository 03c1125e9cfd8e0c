import type { AlertRule, Condition } from '../core/alerts.ts'
import type { Locale } from '../core/errors.ts'
import type { LimitSubject } from '../core/limits.ts'
import { FACT_WORDS } from './fact-words.ts'
import { filled, inLanguage, type Words } from './words.ts'

/** What a channel is to say; `link` leads to the page of the console where it can be mended, and is empty where nobody knows an address of it. */
export type Message = {
  rule: AlertRule | 'test'
  state: 'fired' | 'resolved'
  severity: 'critical' | 'warning' | 'info'
  title: string
  text: string
  link: string
  at: number
  facts: Condition['facts']
}

type Said = {
  page: string | ((facts: Condition['facts']) => string)
  title: Words
  text: Words
}

type RuleWords = Said & {
  severity: 'critical' | 'warning'
  /** What is said of several at once, which have a `count`. */
  many?: Said
}

/** Where the limits of each kind of owner are changed. */
const LIMIT_PAGES: Readonly<Record<string, string>> = {
  user: '/admin/users?user={subject_id}',
  key: '/admin/keys?key={subject_id}',
  group: '/admin/users?groups=1',
  provider: '/admin/providers/{subject_id}',
  credential: '/admin/models-providers',
} satisfies Record<LimitSubject, string>

/** What each rule says; `{name}` is filled from the facts of its conditions. */
const RULES: Readonly<Record<AlertRule, RuleWords>> = {
  provider_down: {
    severity: 'critical',
    page: '/admin/providers/{provider_id}',
    title: { zh: '提供商不可用：{provider}', en: 'Provider down: {provider}' },
    text: {
      zh: '提供商 {provider} 的端点全部熔断，或密钥全部失效，目前无法响应。',
      en: 'Every endpoint of {provider} has an open circuit, or every credential is refused: no requests can be served now.',
    },
  },
  credential_invalid: {
    severity: 'critical',
    page: '/admin/providers/{provider_id}',
    title: { zh: '上游密钥失效：{provider} · {credential}', en: 'Credential refused: {provider} · {credential}' },
    text: {
      zh: '提供商 {provider} 的密钥 {credential}（尾号 {last4}）被上游拒绝（{status}），请更换密钥或充值。',
      en: 'The upstream refuses the credential {credential} of {provider}, which ends in {last4} ({status}). Replace it, or top up.',
    },
  },
  error_rate: {
    severity: 'critical',
    page: '/admin/usage?tab=requests&status=5xx&range=1h',
    title: { zh: '错误率过高：{percent}%', en: 'High error rate: {percent}%' },
    text: {
      zh: '最近 10 分钟 {requests} 个请求中有 {failed} 个遇到上游或网关错误。',
      en: '{failed} of {requests} requests in the last 10 minutes met an upstream or gateway error.',
    },
  },
  sign_in_failures: {
    severity: 'warning',
    page: '/admin/users?user={user_id}&tab=activity',
    title: { zh: '登录失败异常：15 分钟内 {failed} 次', en: 'Failed sign-ins: {failed} in 15 minutes' },
    text: {
      zh: '最近 15 分钟有 {failed} 次登录失败，涉及 {users} 个账号、{addresses} 个 IP，最多的是用户 {user}：可能有人在猜密码。',
      en: '{failed} sign-ins failed in the last 15 minutes, across {users} accounts and {addresses} IPs, most of them for the user {user}: someone may be guessing passwords.',
    },
  },
  budget_threshold: {
    severity: 'warning',
    // Alerts that were told before facts had it are in the history still.
    page: ({ subject_kind: kind }) => LIMIT_PAGES[String(kind)] ?? '/admin/users',
    title: { zh: '额度已用 {percent}%：{subject}', en: '{percent}% of a limit used: {subject}' },
    text: {
      zh: '{subject} 的限额（{metric}，{window}）已用 {percent}%。',
      en: '{percent}% of the limit of {subject} ({metric}, {window}) is used.',
    },
  },
  balance_low: {
    severity: 'warning',
    page: '/admin/users?user={user_id}',
    title: { zh: '余额不足：{user}', en: 'Low balance: {user}' },
    text: { zh: '用户 {user} 的余额为 {balance} 美元。', en: 'The balance of {user} is {balance} USD.' },
  },
  provider_balance_low: {
    severity: 'warning',
    page: '/admin/providers/{provider_id}',
    title: { zh: '提供商余额不足：{provider}', en: 'Low balance at a provider: {provider}' },
    text: {
      zh: '提供商 {provider} 尾号 {last4} 的密钥所属账户余额为 {balance} {currency}，低于 {threshold} {currency}，请充值。',
      en: 'The account of the credential of {provider} that ends in {last4} has {balance} {currency} left, less than {threshold} {currency}. Top up.',
    },
  },
  price_missing: {
    severity: 'warning',
    page: '/admin/models-providers?tab=models&model={model}',
    title: { zh: '模型未定价：{model}', en: 'Model without a price: {model}' },
    text: {
      zh: '模型 {model} 已有可用路由，但没有价格：请求会被拒绝；打开「放行未定价模型」时按 0 计费放行。',
      en: 'The model {model} has a usable route but no price: its requests are refused, or pass at no charge where “Allow unpriced models” is on.',
    },
    many: {
      page: '/admin/models-providers?tab=models&status=unpriced',
      title: { zh: '{count} 个模型未定价', en: '{count} models without a price' },
      text: {
        zh: '{model} 等 {count} 个模型已有可用路由，但没有价格：请求会被拒绝；打开「放行未定价模型」时按 0 计费放行。',
        en: '{count} models, {model} among them, have a usable route but no price: their requests are refused, or pass at no charge where “Allow unpriced models” is on.',
      },
    },
  },
  usage_missing: {
    severity: 'warning',
    page: '/admin/usage?tab=requests&model={model}&range=1h',
    title: { zh: '有价模型未计费：{model}', en: 'Priced model not billed: {model}' },
    text: {
      zh: '最近 10 分钟，模型 {model} 有 {requests} 个成功请求的用量为 0：上游可能没有报告用量。',
      en: 'In the last 10 minutes, {requests} successful requests to the model {model} had zero usage: the upstream may not report it.',
    },
  },
  disk_low: {
    severity: 'critical',
    page: '/admin/system?section=retention',
    title: { zh: '磁盘空间不足：剩余 {percent}%', en: 'Disk nearly full: {percent}% free' },
    text: {
      zh: '数据目录所在磁盘仅剩 {free_mib} MiB；写满后新请求会被拒绝。',
      en: 'The disk of the data folder has {free_mib} MiB left; new requests are refused once it is full.',
    },
  },
  database_away: {
    severity: 'critical',
    page: '/admin/system',
    title: { zh: '数据库不可用或写入停滞', en: 'Database away or behind' },
    text: {
      zh: '等待数据库已 {minutes} 分钟，请求记录暂存在账目日志中（已用 {percent}%）。日志写满后新请求会被拒绝，控制台可能无法使用。',
      en: 'The gateway has waited {minutes} minutes for the database. Meanwhile the journal keeps the records of requests, and is {percent}% full; new requests are refused once it is full. The console may not work.',
    },
  },
  check_failed: {
    severity: 'critical',
    page: '/admin/system',
    title: { zh: '夜间检查未通过', en: 'The nightly check failed' },
    text: {
      zh: '账目或审计日志不一致：{found}。请运行 npm run yumen -- verify 查看。',
      en: 'The books or the audit log are inconsistent: {found}. Run npm run yumen -- verify.',
    },
  },
}

/** The gateway as messages call it, and where their links lead; null where it knows no address by which others reach it. */
export type MessageSite = { readonly name: string; readonly linkOrigin: string | null }

type MessageBy = { locale: Locale; site: MessageSite; now: number }

/** Where a page of the console is; empty where nobody knows. */
export function linkTo({ linkOrigin }: MessageSite, page: string): string {
  return linkOrigin === null ? '' : linkOrigin + page
}

/** A condition that began or ended, in the words of a channel's language. */
export function messageOf({ rule, facts }: Condition, state: Message['state'], by: MessageBy): Message {
  const { severity, many, ...one } = RULES[rule]
  const { page, title, text } = many && 'count' in facts ? many : one
  // Alerts that were told before facts named credentials are in the history still.
  const named = { credential: facts['last4'] ?? '', ...facts }
  const words = (of: Words) => filled(inLanguage(of, by.locale), inWords(named, by.locale))
  const over = by.locale === 'en' ? 'Resolved: ' : '已恢复：'
  return {
    rule,
    state,
    severity: state === 'resolved' ? 'info' : severity,
    title: `[${by.site.name}] ${state === 'resolved' ? over : ''}${words(title)}`,
    text: words(text),
    link: linkTo(by.site, filled(typeof page === 'string' ? page : page(facts), inAddress(facts))),
    at: by.now,
    facts,
  }
}

/** What a channel says when somebody only wants to know whether it works. */
export function testMessage({ locale, site, now }: MessageBy): Message {
  const en = locale === 'en'
  return {
    rule: 'test',
    state: 'fired',
    severity: 'info',
    title: `[${site.name}] ${en ? 'Test notification' : '测试通知'}`,
    text: en ? 'This channel works.' : '该通知渠道可用。',
    link: linkTo(site, '/admin/system'),
    at: now,
    facts: {},
  }
}

function inAddress(facts: Condition['facts']): Condition['facts'] {
  return Object.fromEntries(Object.entries(facts).map(([name, value]) => [name, encodeURIComponent(value)]))
}

function inWords(facts: Condition['facts'], locale: Locale): Condition['facts'] {
  const said = (name: string, value: string | number) =>
    String(value).replace(/^\w+/, (word) => {
      const known = FACT_WORDS[name]?.[word]
      return known ? inLanguage(known, locale) : word
    })
  return Object.fromEntries(Object.entries(facts).map(([name, value]) => [name, said(name, value)]))
}
