import { expect, test } from 'vitest'
import { windowAt } from '../core/limit-window.ts'
import type { Limit, LimitWindow } from '../core/limits.ts'
import { noticeMessage } from './notice-message.ts'
import { thresholdNotice } from './threshold-notice.ts'

const NOW = Date.UTC(2026, 10, 20, 12)
const LIMIT: Limit = {
  id: 'l1',
  subject: 'user',
  subjectId: 'u1',
  metric: 'cost',
  window: 'month',
  max: 20_000_000_000n,
  mode: 'normal',
  action: 'refuse',
}
const spanAt = (window: LimitWindow, now: number) => windowAt(window, now, 'Asia/Shanghai')
const saying = (limit: Limit, share: number, now = NOW) =>
  thresholdNotice(limit, share, { span: spanAt(limit.window, now), name: 'nightly' })
const marks = (limit: Partial<Limit>, share = 0.8, now = NOW) => saying({ ...LIMIT, ...limit }, share, now)?.mark

test('a step of a limit has one mark in a window, and another in the next', () => {
  expect(marks({})).toBe(marks({}, 0.8, NOW + 1))
  expect(new Set([marks({}), marks({}, 1), marks({ id: 'l2' }), marks({}, 0.8, Date.UTC(2026, 11, 2))]).size).toBe(4)
})

test('a step of a limit that was raised has a mark of its own', () => {
  expect(marks({ max: 40_000_000_000n })).not.toBe(marks({}))
})

test.each<[string, Partial<Limit>]>([
  ['a minute', { window: 'minute' }],
  ['concurrent requests', { metric: 'concurrency', window: 'total' }],
  ['a provider', { subject: 'provider' }],
])('users are not told of a limit of %s', (_, limit) => {
  expect(marks(limit)).toBeUndefined()
})

const IN_WORDS = [
  {
    whom: 'an account in Chinese',
    locale: 'zh-CN',
    limit: {},
    share: 0.8,
    title: '额度已用 80%：账户 每月费用',
    text: '上限为 20 美元，2026-12-01 00:00 (Asia/Shanghai) 重置。',
  },
  {
    whom: 'a key that is refused',
    locale: 'en',
    limit: { subject: 'key', metric: 'requests', window: 'total', max: 2n },
    share: 1,
    title: 'A limit is used up: key “nightly”, requests in total',
    text: 'The limit is 2 requests; it does not reset. New requests are refused.',
  },
  {
    whom: 'a group that is only warned',
    locale: 'zh-CN',
    limit: { subject: 'group', window: 'day', action: 'warn' },
    share: 1,
    title: '额度已用尽：所在分组 每日费用',
    text: '上限为 20 美元，2026-11-21 00:00 (Asia/Shanghai) 重置。请求仍可继续。',
  },
] as const

test.each(IN_WORDS)('it is put in words for $whom', ({ locale, limit, share, title, text }) => {
  const notice = saying({ ...LIMIT, ...limit }, share)
  if (!notice) throw new Error('there is a notice')
  expect(noticeMessage(notice, { locale, zone: 'Asia/Shanghai' })).toEqual({ title, text, link: '/dashboard/usage' })
})
