import { expect, test } from 'vitest'
import { STANDARD_SETTINGS } from '../contract/settings.ts'
import { ALERT_RULES, type Condition } from '../core/alerts.ts'
import { MINUTE_MS } from '../core/time.ts'
import { aTarget } from '../relay/routing/test-targets.ts'
import * as conditions from './conditions.ts'
import { messageOf } from './message.ts'

const targets = [aTarget('a'), aTarget('a', { credential: { id: 'second' } }), aTarget('b')]
const health = (states: Record<string, string>): conditions.UpstreamHealth => ({
  credential: (id) => (states[id] === undefined ? undefined : { status: states[id] as 'invalid' }),
  endpoint: (id) => (states[id] === undefined ? undefined : { breaker: states[id] as 'open', parts: [] }),
})
const names = (found: readonly { rule: string; subject: string }[]) =>
  found.map(({ rule, subject }) => `${rule} ${subject}`)

test('a refused credential is told of, and its provider only when nobody else can be asked', () => {
  const [a, , b] = targets
  if (!a || !b) throw new Error('no targets')
  const one = conditions.upstreamConditions(targets, health({ [a.credential.id]: 'invalid' }))
  expect(names(one)).toEqual([`credential_invalid ${a.credential.id}`])
  const both = conditions.upstreamConditions(targets, health({ [a.credential.id]: 'invalid', second: 'exhausted' }))
  expect(names(both)).toContain(`provider_down ${a.provider.id}`)
  const open = conditions.upstreamConditions(targets, health({ [b.endpoint.id]: 'open' }))
  expect(names(open)).toEqual([`provider_down ${b.provider.id}`])
})

test('a provider whose every model rests by itself is down as well; one of whose users rests is not', () => {
  const own = [aTarget('a'), aTarget('a', { upstreamName: 'other' })]
  const resting = (userId: string | null, ...models: string[]): conditions.UpstreamHealth => ({
    credential: () => undefined,
    endpoint: () => ({
      breaker: 'closed',
      parts: models.map((model) => ({ model, userId, breaker: 'open', until: null })),
    }),
  })
  const models = own.map(({ upstreamName }) => upstreamName)
  expect(names(conditions.upstreamConditions(own, resting(null, ...models)))).toEqual([
    `provider_down ${own[0]?.provider.id}`,
  ])
  expect(conditions.upstreamConditions(own, resting(null, 'other'))).toEqual([])
  expect(conditions.upstreamConditions(own, resting('ada', ...models))).toEqual([])
})

test('what is switched off, or only asked to slow down, is nobody’s trouble', () => {
  const [a] = targets
  if (!a) throw new Error('no target')
  const off = targets.map((target) => ({ ...target, enabled: false }))
  expect(conditions.upstreamConditions(off, health({ [a.credential.id]: 'invalid' }))).toEqual([])
  expect(conditions.upstreamConditions(targets, health({ [a.credential.id]: 'cooling' }))).toEqual([])
})

test('errors count once there are enough requests to tell', () => {
  const of = (requests: number, failed: number) =>
    conditions.errorCondition({ requests, failed }, STANDARD_SETTINGS).map(({ facts }) => facts['percent'])
  expect([of(0, 0), of(19, 19), of(100, 19), of(100, 20)]).toEqual([[], [], [], [20]])
})

test('sign-ins that fail are told of once there are too many, with where to look first', () => {
  const most = { id: 'u1', name: 'Ada' }
  const of = (failed: number) =>
    conditions.signInCondition({ failed, users: 2, addresses: 1, most }, STANDARD_SETTINGS).map(({ facts }) => facts)
  expect(of(9)).toEqual([])
  expect(of(10)).toEqual([{ failed: 10, users: 2, addresses: 1, user: 'Ada', user_id: 'u1' }])
  expect(conditions.signInCondition({ failed: 0, users: 0, addresses: 0, most: null }, STANDARD_SETTINGS)).toEqual([])
})

test('a disk, a balance, a price and a check are told of with what is needed to act', () => {
  const settings = { ...STANDARD_SETTINGS, 'alerts.disk_percent': 10, 'alerts.balance_usd': '2.5' }
  expect(conditions.diskCondition({ free: 10, total: 100 }, settings)).toEqual([])
  expect(conditions.diskCondition({ free: 9 * 2 ** 20, total: 100 * 2 ** 20 }, settings)).toMatchObject([
    { facts: { percent: 9, free_mib: 9 } },
  ])
  expect(conditions.lowBalanceOf(settings)).toBe(2_500_000_000n)
  expect(conditions.balanceConditions([{ userId: 'u', name: 'Ada', balance: -5n }])).toMatchObject([
    { subject: 'u', facts: { user: 'Ada', balance: '-0.000000005' } },
  ])
  expect(conditions.checkCondition(null)).toEqual([])
  expect(conditions.checkCondition({ broken: 'I1 u1', breach: null })).toMatchObject([{ facts: { found: 'I1 u1' } }])
})

const limit = {
  id: 'l',
  subject: 'user',
  subjectId: 'u',
  metric: 'cost',
  window: 'month',
  max: 1n,
  mode: 'normal',
  action: 'refuse',
} as const

const LOW_ACCOUNT = {
  providerId: 'p',
  provider: 'Acme',
  last4: '',
  left: { nanos: -1n, currency: 'CNY' },
  wanted: 20_000_000_000n,
} as const

test('little is told of at a provider to the last digit, with what was wanted', () => {
  const [told] = conditions.vendorBalanceConditions([LOW_ACCOUNT])
  expect(told).toEqual({
    rule: 'provider_balance_low',
    subject: 'p',
    facts: {
      provider: 'Acme',
      provider_id: 'p',
      last4: '—',
      balance: '-0.000000001',
      threshold: '20',
      currency: 'CNY',
    },
  })
})

const MANY = Array.from({ length: 6 }, (_, n) => `m${n}`)

test('a few models without a price are told of one by one, many that come in at once together', () => {
  const told = (models: readonly string[]) => names(conditions.priceConditions(models, STANDARD_SETTINGS))
  expect(told(['m0', 'm1'])).toEqual(['price_missing m0', 'price_missing m1'])
  expect(told(MANY)).toEqual(['price_missing models'])
  const free = { ...STANDARD_SETTINGS, 'relay.allow_unpriced': true }
  const [all] = conditions.priceConditions(MANY, free)
  if (!all) throw new Error('nothing is told')
  expect(all.facts).toEqual({ model: 'm0', count: 6, free: 1 })
  const site = { name: 'Yumen', linkOrigin: 'https://yumen.example' }
  const message = messageOf(all, 'fired', { locale: 'en', site, now: 0 })
  expect(message.title).toBe('[Yumen] 6 models without a price')
  expect(message.link).toBe('https://yumen.example/admin/models-providers?tab=models&status=unpriced')
})

test('a refused credential is called by its name, in the history by what was known of it then', () => {
  const target = aTarget('a', { credential: { id: 'c', name: '密钥 3', last4: '' } })
  const [now] = conditions.upstreamConditions([target], health({ c: 'invalid' }))
  if (!now) throw new Error('nothing is told')
  const site = { name: 'Yumen', linkOrigin: null }
  const title = (facts: Condition['facts']) =>
    messageOf({ ...now, facts }, 'fired', { locale: 'zh-CN', site, now: 0 }).title
  expect(title(now.facts)).toBe(`[Yumen] 上游密钥失效：${target.provider.name} · 密钥 3`)
  expect(title({ provider: 'Acme', last4: 'a1B2', status: 'invalid' })).toBe('[Yumen] 上游密钥失效：Acme · a1B2')
})

test('every rule has words in both languages that leave nothing to be filled in', () => {
  const [a] = targets
  if (!a) throw new Error('no target')
  const all = [
    ...conditions.upstreamConditions([a], health({ [a.credential.id]: 'invalid' })),
    ...conditions.errorCondition({ requests: 20, failed: 20 }, STANDARD_SETTINGS),
    ...conditions.signInCondition(
      { failed: 99, users: 1, addresses: 1, most: { id: 'u', name: 'Ada' } },
      STANDARD_SETTINGS,
    ),
    ...conditions.diskCondition({ free: 0, total: 1 }, STANDARD_SETTINGS),
    ...conditions.balanceConditions([{ userId: 'u', name: 'Ada', balance: 0n }]),
    ...conditions.vendorBalanceConditions([LOW_ACCOUNT]),
    ...conditions.priceConditions(['m'], STANDARD_SETTINGS),
    ...conditions.priceConditions(MANY, STANDARD_SETTINGS),
    ...conditions.usageConditions([{ model: 'm', requests: 3 }]),
    ...conditions.checkCondition({}),
    ...conditions.databaseCondition(5 * MINUTE_MS, { bytes: 1, maxBytes: 100 }),
    conditions.budgetCondition(limit, 0.8, 'Ada'),
  ]
  expect(new Set(all.map(({ rule }) => rule))).toEqual(new Set(ALERT_RULES))
  const site = { name: 'Yumen', linkOrigin: 'https://yumen.example' }
  for (const condition of all) {
    const [zh, en] = (['zh-CN', 'en'] as const).map((locale) => messageOf(condition, 'fired', { locale, site, now: 0 }))
    expect(JSON.stringify([zh?.title, zh?.text, zh?.link, en?.title, en?.text])).not.toMatch(/[{}]/)
    expect(zh?.text).toMatch(/\p{Script=Han}/u)
    expect(en?.text.replaceAll('Ada', '')).not.toMatch(/\p{Script=Han}/u)
  }
})

test('a limit is told in the language of the channel, down to what it counts and over which time', () => {
  const site = { name: 'Yumen', linkOrigin: 'https://yumen.example' }
  const condition = conditions.budgetCondition(limit, 0.8, 'user of mine')
  const told = (locale: 'zh-CN' | 'en') => messageOf(condition, 'fired', { locale, site, now: 0 }).text
  expect(told('zh-CN').replaceAll('user of mine', '')).not.toMatch(/[a-z]/i)
  expect(told('zh-CN')).toContain('user of mine')
  expect(told('en')).not.toMatch(/\p{Script=Han}/u)
})

test('a message leads to where what it tells of can be mended, whatever it is called', () => {
  const site = { name: 'Yumen', linkOrigin: 'https://yumen.example' }
  const link = (condition: Condition | undefined) =>
    condition && messageOf(condition, 'fired', { locale: 'en', site, now: 0 }).link.slice(site.linkOrigin.length)
  expect(link(conditions.balanceConditions([{ userId: 'u1', name: 'Ada', balance: 0n }])[0])).toBe(
    '/admin/users?user=u1',
  )
  const [unpriced] = conditions.priceConditions(['org/m&x=1'], STANDARD_SETTINGS)
  expect(link(unpriced)).toBe('/admin/models-providers?tab=models&model=org%2Fm%26x%3D1')
  const owners = ['user', 'key', 'group', 'provider', 'credential'] as const
  const pages = owners.map((subject) => link(conditions.budgetCondition({ ...limit, subject }, 0.8, 'Ada')))
  const providers = ['/admin/providers/u', '/admin/models-providers']
  expect(pages).toEqual(['/admin/users?user=u', '/admin/keys?key=u', '/admin/users?groups=1', ...providers])
})

test.each([
  ['takes rows', 0, 9, false],
  ['is away for less than it takes to start again', 5 * MINUTE_MS - 1, 0, false],
  ['is away for longer', 5 * MINUTE_MS, 0, true],
  ['is behind by a tenth of what the journal may hold', 0, 10, true],
])('a database that %s', (_, waitMs, bytes, told) => {
  const found = conditions.databaseCondition(waitMs, { bytes, maxBytes: 100 })
  expect(names(found)).toEqual(told ? ['database_away database'] : [])
})

test('a database that is away is told in the language of the channel, with how full the journal is', () => {
  const [away] = conditions.databaseCondition(7 * MINUTE_MS, { bytes: 3, maxBytes: 100 })
  if (!away) throw new Error('nothing is told')
  const site = { name: 'Yumen', linkOrigin: 'https://yumen.example' }
  const said = (locale: 'zh-CN' | 'en') => messageOf(away, 'fired', { locale, site, now: 0 })
  expect(said('zh-CN')).toMatchObject({ severity: 'critical', title: '[Yumen] 数据库不可用或写入停滞' })
  expect(said('zh-CN').text).toMatch(/等待数据库已 7 分钟.*已用 3%/)
  expect(said('en').text).toMatch(/waited 7 minutes for the database.* 3% full/)
})

test('a limit’s alert of before it knew whose it was leads to the users, as it did', () => {
  const site = { name: 'Yumen', linkOrigin: 'https://yumen.example' }
  const facts = { percent: 80, subject: 'user Ada', metric: 'cost', window: 'month' }
  const old: Condition = { rule: 'budget_threshold', subject: 'l:80', facts }
  expect(messageOf(old, 'fired', { locale: 'en', site, now: 0 }).link).toBe('https://yumen.example/admin/users')
})

test.each([
  ['invalid', '密钥失效', 'invalid'],
  ['exhausted', '余额不足', 'out of credit'],
])('a refused credential (%s) is told in the language of the channel', (status, zh, en) => {
  const [a] = targets
  if (!a) throw new Error('no target')
  const [condition] = conditions.upstreamConditions([a], health({ [a.credential.id]: status }))
  if (!condition) throw new Error('nothing is told')
  const site = { name: 'Yumen', linkOrigin: 'https://yumen.example' }
  const told = (locale: 'zh-CN' | 'en') => messageOf(condition, 'fired', { locale, site, now: 0 }).text
  expect(told('zh-CN')).toContain(`（${zh}）`)
  expect(told('en')).toContain(`(${en})`)
})
