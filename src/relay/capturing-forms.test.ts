import { expect, test } from 'vitest'
import type { Capture } from '../core/captures.ts'
import { systemClock } from '../core/time.ts'
import { capturing } from './capturing.ts'
import { innerExchange } from './inner-exchange.ts'
import { NO_REPLY } from './socket/no-reply.ts'

test('of a form its size is kept, and of the answer to it what is text', async () => {
  const body = Buffer.from('--b\r\nsecret words of a form\r\n--b--')
  const exchange = innerExchange(
    {
      path: '/v1/audio/transcriptions',
      headers: { 'content-type': 'multipart/form-data; boundary=b' },
      body,
      ip: '',
      locale: 'en',
      reply: NO_REPLY,
      signal: new AbortController().signal,
    },
    systemClock,
  )
  const form = {
    body,
    files: new Map(),
    filled: () => ({ length: 1_000_000, open: async function* () {} }),
    whole: async () => body,
    [Symbol.asyncDispose]: async () => {},
  }
  const kept: Capture[] = []
  const captures = { put: (_id: string, make: () => Capture) => void kept.push(make()) }
  const keeping = {
    captures,
    policy: () => ({ capture: { mostBytes: 1000, failedOnly: false, hidden: new Set<string>() } }),
  }
  await capturing({ ...exchange, form: async () => form }, keeping, async (heard) => {
    expect(await heard.form?.('u')).toBe(form)
    heard.reply.writeHead(200, { 'content-type': 'application/json' })
    heard.reply.end('{"text":"玉门"}')
    return { status: 'succeeded' }
  })
  expect(kept).toMatchObject([
    { request: { text: '', bytes: 1_000_000, cut: false }, answer: { text: '{"text":"玉门"}' } },
  ])
})
