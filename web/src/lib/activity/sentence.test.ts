import { beforeAll, expect, test } from 'vitest'
import { ACTIVITY_GROUPS, type ActivityEvent } from '../../../../src/contract/activity.ts'
import { loadTexts, textsOf, type Texts } from '../../i18n/texts.ts'
import { limitRows } from './limit-rows.ts'
import { sentenceOf } from './sentence.ts'

let t: Texts<'activity'>
beforeAll(async () => {
  await loadTexts('activity')
  t = textsOf('activity')
})

const event = (kind: string, details: ActivityEvent['details'] = {}): ActivityEvent => ({
  id: 'e',
  at: '2026-11-20T06:00:00.000Z',
  kind,
  outcome: 'done',
  details,
  ip: '',
  user_agent: '',
})

test.each(Object.values(ACTIVITY_GROUPS).flat())('%s is a sentence without facts too', (kind) => {
  const { what, sub } = sentenceOf(event(kind), t)
  expect(what).toMatch(/\p{Script=Han}/u)
  expect(`${what} ${sub}`).not.toMatch(/undefined|null|NaN|\{\{/)
})

test('a wrong code is no wrong password, and a recovery code is told of', () => {
  expect(sentenceOf(event('session.failed'), t).sub).toBe('密码错误')
  expect(sentenceOf(event('session.failed', { step: 'code' }), t).sub).toBe('密码正确，验证码错误')
  expect(sentenceOf(event('session.opened'), t).sub).toBe('')
  for (const kind of ['session.opened', 'second_factor.disabled'] as const)
    expect(sentenceOf(event(kind, { by_recovery_code: true }), t).sub).toBe('使用了恢复码')
  expect(sentenceOf(event('second_factor.disabled'), t).sub).toBe('')
  expect(sentenceOf(event('recovery_codes.renewed', { by_recovery_code: true }), t).sub).toBe(
    `${sentenceOf(event('recovery_codes.renewed'), t).sub} · 使用了恢复码`,
  )
})

test('a passkey is named where it signed in, and by what it was called before', () => {
  expect(sentenceOf(event('session.opened', { passkey: '手机' }), t).sub).toBe('使用了通行密钥「手机」')
  expect(sentenceOf(event('session.failed', { step: 'passkey' }), t).sub).toBe('通行密钥未通过验证')
  const renamed = sentenceOf(event('passkey.renamed', { name: '手机', before: '旧手机' }), t)
  expect(renamed).toMatchObject({ what: '重命名了通行密钥', object: '手机', sub: '原名「旧手机」' })
  expect(sentenceOf(event('passkey.removed', { name: '手机' }), t)).toMatchObject({
    object: '手机',
    gone: true,
    sub: '',
  })
  expect(sentenceOf(event('passkey.added', { by_recovery_code: true }), t).sub).toBe('使用了恢复码')
  for (const kind of ['session.closed', 'session.ended']) expect(sentenceOf(event(kind), t).sub).toBe('')
})

test('a key is named with the end of its secret, and struck out once it is deleted', () => {
  const sentence = sentenceOf(event('key.deleted', { name: '旧脚本', last4: '0nVe' }), t)
  expect(sentence).toMatchObject({ what: '删除了密钥', object: '旧脚本', gone: true, sub: 'sk-ym-…0nVe' })
})

test('a change of a key tells its fields, and limits as they were and are', () => {
  const details = { name: 'CI', last4: '0nVe', fields: 'note, limits', before: '', after: 'cost.day=5' }
  expect(sentenceOf(event('key.changed', details), t)).toMatchObject({
    sub: 'sk-ym-…0nVe · 备注 · 费用 每日 无限制 → $5.00',
    code: false,
  })
})

test('changed limits are told from what they were to what they are', () => {
  const details = { before: 'cost.month=300 cost.day=15', after: 'cost.month=500 cost.day=15 requests.minute=60' }
  expect(sentenceOf(event('limits.changed', details), t).sub).toBe(
    '费用 每月 $300.00 → $500.00 · 请求 每分钟 无限制 → 60',
  )
  expect(limitRows('', 'nonsense cost.eternity=5')).toEqual([])
})

test('money that came in has a plus, and fields have their names', () => {
  const paid = { kind: 'topup', amount: '5', reason: '月初' }
  expect(sentenceOf(event('balance.changed', paid), t).sub).toBe('充值 · +$5.00 · 月初')
  expect(sentenceOf(event('balance.changed', { kind: 'adjust', amount: '-5' }), t).sub).toBe('调整 · −$5.00')
  expect(sentenceOf(event('settings.changed', { fields: 'hour_cycle, unheard_of' }), t).sub).toBe('时间制 · unheard_of')
})

test('a kind nobody knows any more stands for itself', () => {
  expect(sentenceOf(event('robot.hatched'), t)).toMatchObject({ what: 'robot.hatched', object: null, sub: '' })
})

test('a limit that is used up to a share says which, how far, of how much, and how its owner was told', () => {
  const facts = { subject: 'user', name: '', metric: 'cost', window: 'day', percent: 50, max: '15', refuses: true }
  const said = (more: object) => sentenceOf(event('limit.reached', { ...facts, ...more }), t)
  expect(said({ console: true, email: true })).toMatchObject({
    what: '每日费用额度已使用 50%',
    object: null,
    sub: '上限 $15.00 · 通过站内与邮件提醒',
    tone: 'warn',
  })
  const ofKey = said({ name: 'CLI', metric: 'requests', window: 'month', max: '1000', console: true, email: false })
  expect(ofKey).toMatchObject({ what: '每月请求额度已使用 50%', object: 'CLI', sub: '上限 1000 · 通过站内提醒' })
})
