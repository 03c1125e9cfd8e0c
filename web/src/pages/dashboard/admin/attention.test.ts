import { expect, test } from 'vitest'
import { ATTENTION_KINDS, type Attention } from '../../../../../src/contract/overview.ts'
import { translator } from '../../../i18n/translate.ts'
import { overview } from '../../../i18n/zh-CN/overview.ts'
import { toldOf } from './attention.ts'

const words = {
  t: translator<typeof overview>(overview, 'zh-CN'),
  usd: (amount: string) => `$${amount}`,
  limit: () => '每月额度',
}
const told = (kind: Attention['kind'], facts: Attention['facts'] = {}) =>
  toldOf({ kind, severity: 'warning', subject: 's', facts }, words)

test.each(ATTENTION_KINDS)('%s is told in words, with a way to where it is mended', (kind) => {
  const { what, says, way } = told(kind)
  expect(what).toBe(overview.kind[kind])
  expect(says).not.toMatch(/[{}]/)
  expect(way.to).toMatch(/^\/admin\//)
})

test('a credential is told by its provider and its last characters, with what to do', () => {
  const facts = { provider: 'Acme', provider_id: 'a/b', last4: 'Z81e' }
  expect(told('credential_invalid', { ...facts, status: 'exhausted' })).toEqual({
    what: '上游密钥失效',
    whom: 'Acme · 尾号 Z81e',
    says: '上游额度用尽，请充值或更换',
    way: { to: '/admin/providers/a%2Fb', act: 'provider' },
  })
  expect(told('credential_invalid', { ...facts, status: 'invalid' }).says).toBe('上游拒绝该密钥，请更换')
  expect(told('credential_invalid', { ...facts, credential: '密钥 3' }).whom).toBe('Acme · 密钥 3')
})

test('models without a price say what becomes of their requests; many lead to all of them', () => {
  expect(told('price_missing', { model: 'm', free: 0 })).toMatchObject({
    whom: 'm',
    says: '请求会被拒绝，请设置价格',
    way: { search: { tab: 'models', model: 'm' } },
  })
  expect(told('price_missing', { model: 'm', count: 298, free: 1 })).toMatchObject({
    whom: '298 个模型',
    says: '请求按 0 计费放行，请设置价格',
    way: { search: { tab: 'models', status: 'unpriced' } },
  })
})

test('what is left at a provider is told in the currency of its account, with a way to the provider', () => {
  const facts = { provider: 'Acme', provider_id: 'a', last4: 'Z81e', balance: '18.4', threshold: '20', currency: 'CNY' }
  expect(told('provider_balance_low', facts)).toEqual({
    what: '提供商余额不足',
    whom: 'Acme · 尾号 Z81e',
    says: '账户余额 ¥18.40，低于 ¥20.00，请充值',
    way: { to: '/admin/providers/a', act: 'provider' },
  })
})

test.each([
  ['user', '/admin/users', { user: 'x' }],
  ['key', '/admin/keys', { key: 'x' }],
  ['group', '/admin/users', { groups: '1' }],
  ['provider', '/admin/providers/x', undefined],
  ['credential', '/admin/models-providers', undefined],
])('the limit of a %s leads to where it is changed', (subject, to, search) => {
  const { way } = told('limit_near', { subject, subject_id: 'x', name: 'n', percent: 95 })
  expect([way.to, way.search]).toEqual([to, search])
})

test('a limit that is used up says so', () => {
  expect(told('limit_near', { percent: 99 }).what).toBe('额度即将用尽')
  expect(told('limit_near', { percent: 100 })).toMatchObject({ what: '额度已用尽', says: '每月额度已用 100%' })
})

test('sign-ins that failed lead to what happened at the account most of them were at', () => {
  const facts = { failed: 12, users: 3, addresses: 1, user: 'Ada', user_id: 'u1' }
  expect(told('sign_in_failures', facts)).toEqual({
    what: '登录失败异常',
    whom: 'Ada',
    says: '最近 15 分钟 12 次登录失败，涉及 3 个账号、1 个 IP',
    way: { to: '/admin/users', search: { user: 'u1', tab: 'activity' }, act: 'activity' },
  })
})

test('a breaker is told with the time to its probe, or that one is under way', () => {
  expect(told('breaker_open', { seconds: 5 }).says).toBe('5 秒后自动探测')
  expect(told('breaker_open', { seconds: 0 }).says).toBe('正在等待探测结果')
})

test('a breaker of one model is told with its name', () => {
  expect(told('breaker_open', { provider: 'Acme', seconds: 5 }).whom).toBe('Acme')
  expect(told('breaker_open', { provider: 'Acme', model: 'm-up', seconds: 5 }).whom).toBe('Acme · m-up')
})
