import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { hmac } from '../vault/hmac.ts'
import type { ChannelSetup } from '../contract/channels.ts'
import { outgoing } from './channels.ts'
import { aMessage } from './test-message.ts'

const SECONDS = Date.UTC(2026, 10, 20, 12, 0, 1) / 1000
const MS = SECONDS * 1000 + 500

function post(setup: ChannelSetup, over = {}) {
  const out = outgoing(setup, aMessage(over), hmac)
  if (out.via !== 'http') throw new Error('no HTTP call')
  return { ...out, json: JSON.parse(out.body) as Record<string, unknown> }
}

const url = 'https://hooks.example/robot/send?access_token=abc'

test('a webhook is told everything, signed with its time so that nobody can send it again', () => {
  const { headers, body, json, accepted } = post({ kind: 'webhook', config: {}, secrets: { url, signing_key: 'k1' } })
  const expected = createHmac('sha256', 'k1').update(`${SECONDS}.${body}`).digest('hex')
  expect(headers).toMatchObject({ 'x-yumen-timestamp': String(SECONDS), 'x-yumen-signature': `sha256=${expected}` })
  expect(json).toMatchObject({
    rule: 'provider_down',
    state: 'fired',
    severity: 'critical',
    facts: { provider: 'Acme' },
  })
  expect([accepted(204, ''), accepted(302, ''), accepted(500, '')]).toEqual([true, false, false])
})

test('a webhook without a key is not signed', () => {
  expect(post({ kind: 'webhook', config: {}, secrets: { url } }).headers).toEqual({
    'content-type': 'application/json',
  })
})

test('Feishu is signed with its time and key as the key, and says in the body whether it took the text', () => {
  const { json, accepted } = post({ kind: 'feishu', config: {}, secrets: { url, signing_key: 'k1' } })
  const sign = createHmac('sha256', `${SECONDS}\nk1`).update('').digest('base64')
  expect(json).toMatchObject({ timestamp: String(SECONDS), sign, msg_type: 'text' })
  expect(json['content']).toEqual({
    text: '[Yumen] 提供商不可用：Acme\n无法应答。\nhttps://yumen.example/admin/providers/p1',
  })
  expect([accepted(200, '{"code":0}'), accepted(200, '{"code":19021}'), accepted(200, 'x')]).toEqual([
    true,
    false,
    false,
  ])
})

test('what a user has named in tags of Feishu’s calls nobody and leads nowhere', () => {
  const title = 'Limit of <at user_id="all">everyone</at> <a href="https://evil.example">here</a>'
  const { json } = post({ kind: 'feishu', config: {}, secrets: { url } }, { title })
  const { text } = json['content'] as { text: string }
  expect(text).not.toMatch(/<(?:at|a)\b/)
  expect(text).toContain('Limit of ＜at user_id="all">everyone＜/at>')
})

test('a message without an address of the console ends with its text', () => {
  const out = post({ kind: 'wecom', config: {}, secrets: { url } }, { text: 'words', link: '' })
  expect(out.json).toEqual({ msgtype: 'text', text: { content: expect.stringMatching(/\nwords$/) } })
})

test('DingTalk is signed in the address, beside what was there', () => {
  const out = post({ kind: 'dingtalk', config: {}, secrets: { url, signing_key: 'k1' } })
  const asked = new URL(out.url).searchParams
  const sign = createHmac('sha256', 'k1').update(`${MS}\nk1`).digest('base64')
  expect(Object.fromEntries(asked)).toEqual({ access_token: 'abc', timestamp: String(MS), sign })
  expect(out.json).toMatchObject({ msgtype: 'text' })
  expect([out.accepted(200, '{"errcode":0}'), out.accepted(200, '{"errcode":310000}')]).toEqual([true, false])
})

test('WeCom is told a text, whatever marks the names in it hold', () => {
  const out = post({ kind: 'wecom', config: {}, secrets: { url } }, { text: 'model [x](http://evil.example)' })
  expect(out.json).toEqual({ msgtype: 'text', text: { content: expect.stringContaining('[x](http://evil.example)') } })
  expect([out.accepted(200, '{"errcode":0}'), out.accepted(200, '{"errcode":93000}')]).toEqual([true, false])
})

test('Telegram is called by its token and told the chat', () => {
  const token = '123:abcdefghijklmnopqrstuvwxyz'
  const out = post({ kind: 'telegram', config: { chat_id: '-100' }, secrets: { token } })
  expect(out.url).toBe(`https://api.telegram.org/bot${token}/sendMessage`)
  expect(out.json).toMatchObject({ chat_id: '-100' })
  expect([out.accepted(200, '{"ok":true}'), out.accepted(403, '{"ok":false}')]).toEqual([true, false])
})

test('an e-mail carries the title as its subject', () => {
  const config = {
    host: 'mail.example',
    port: 465,
    security: 'tls',
    user: '',
    from: 'a@b.example',
    to: ['c@d.example'],
  } as const
  const out = outgoing({ kind: 'email', config: { ...config, to: [...config.to] }, secrets: {} }, aMessage(), hmac)
  expect(out).toMatchObject({ via: 'mail', subject: '[Yumen] 提供商不可用：Acme', to: ['c@d.example'] })
})
