import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { adminPatchSettings } from '../../src/contract/admin-settings.ts'
import { adminListAudit } from '../../src/contract/audit.ts'
import { adminUsageCapture, usageCapture } from '../../src/contract/captures.ts'
import { patchKey } from '../../src/contract/keys.ts'
import { startVendor } from '../vendor/server.ts'
import { startGateway } from './gateway.ts'
import { ADMIN } from './process-env.ts'
import { idOf } from './two-vendors.ts'

const SECRET = 'sk-proj-a1B2c3D4e5F6g7H8i9J0k1L2'
const PROMPT = 'unmistakable-words-of-a-caller'

test('what was said is kept once the operator wants it, sealed, and whoever looks leaves a trace', async () => {
  const data = await mkdtemp(join(tmpdir(), 'yumen-captures-'))
  await using vendor = await startVendor()
  vendor.script({ text: ['unmistakable', '-answer'] })
  try {
    let id = ''
    {
      await using gateway = await startGateway({ YUMEN_DATA: data })
      await gateway.addModel('m')
      await gateway.addProvider({ vendor, models: ['m'] })
      const { secret } = await gateway.addKey()
      const send = async () => {
        const response = await fetch(`${gateway.origin}/v1/chat/completions`, {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            'user-agent': `tool/1 ${SECRET}`,
            authorization: `Bearer ${secret}`,
            cookie: `session=${PROMPT}`,
            'x-of-mine': PROMPT,
          },
          body: JSON.stringify({
            model: 'm',
            stream: true,
            messages: [{ role: 'user', content: `${PROMPT} ${SECRET}` }],
          }),
        })
        await response.text()
        await gateway.row(idOf(response))
        return idOf(response)
      }
      const before = await send()
      const nothing = {
        at: null,
        path: null,
        bodies: null,
        level_now: 'BASIC',
        request: null,
        answer: null,
        upstream: [],
      }
      expect(await gateway.call(adminUsageCapture, { params: { id: before } })).toEqual(nothing)
      await gateway.call(adminPatchSettings, {
        body: { values: { 'capture.level': 'FULL' }, password: ADMIN.password },
      })
      id = await send()
      const captured = () => gateway.call(usageCapture, { params: { id } })
      await expect.poll(async () => (await captured()).at).not.toBeNull()
      const { path, request, answer, upstream } = await captured()
      expect(path).toBe('/v1/chat/completions')
      expect(request?.text).toContain(`${PROMPT} [key]`)
      expect(request).toMatchObject({ redacted: true, headers: { 'user-agent': 'tool/1 [key]' } })
      for (const word of [secret, SECRET, PROMPT]) expect(JSON.stringify(request?.headers)).not.toContain(word)
      expect(answer?.text).toContain('-answer')
      expect(answer?.headers).toMatchObject({
        'content-type': expect.stringMatching(/^text\/event-stream/),
        'x-request-id': id,
      })
      expect(upstream).toEqual([])
      const seen = await gateway.call(adminUsageCapture, { params: { id } })
      expect(seen).toMatchObject({ request, answer, upstream: [{ attempt: 1 }] })
      expect(seen.upstream[0]?.id).not.toBe(id)
      vendor.script({ status: 500 })
      const failed = await send()
      await expect
        .poll(async () => (await gateway.call(usageCapture, { params: { id: failed } })).answer)
        .toMatchObject({
          text: expect.stringContaining('"error"'),
          headers: { 'content-type': 'application/json', 'x-request-id': failed },
        })
      const { items } = await gateway.call(adminListAudit, { query: {} })
      expect(items[0]).toMatchObject({ action: 'request.read', target: { kind: 'request', id } })
    }
    for (const name of await readdir(data, { recursive: true, withFileTypes: true })) {
      if (!name.isFile()) continue
      const bytes = await readFile(join(name.parentPath, name.name))
      for (const word of [PROMPT, SECRET, Buffer.from(PROMPT).toString('base64').slice(0, 36)])
        expect(bytes.includes(word), `${name.name} has ${word}`).toBe(false)
    }
  } finally {
    await rm(data, { recursive: true, force: true })
  }
})

test('what is kept follows the level, failed requests alone have bodies where that is wanted, and named values are hidden', async () => {
  await using vendor = await startVendor()
  vendor.script({ text: ['unmistakable', '-answer'] })
  await using gateway = await startGateway()
  await gateway.addModel('m')
  await gateway.addProvider({ vendor, models: ['m'] })
  const { secret } = await gateway.addKey()
  const set = (values: object) => gateway.call(adminPatchSettings, { body: { values, password: ADMIN.password } })
  const send = async (model: string) => {
    const metadata = { a: { Phone: '13800138000' }, list: [{ id_card: 110101 }] }
    const response = await fetch(`${gateway.origin}/v1/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': 'tool/1', authorization: `Bearer ${secret}` },
      body: JSON.stringify({ model, metadata, messages: [{ role: 'user', content: PROMPT }] }),
    })
    await response.text()
    await gateway.row(idOf(response))
    const captured = () => gateway.call(usageCapture, { params: { id: idOf(response) } })
    await expect.poll(async () => (await captured()).at).not.toBeNull()
    return captured()
  }
  await set({ 'capture.level': 'HEADERS' })
  const headers = await send('m')
  expect(headers).toMatchObject({
    bodies: 'level',
    level_now: 'HEADERS',
    request: { text: '', headers: { 'user-agent': 'tool/1', authorization: '***' } },
    answer: { text: '', headers: { 'content-type': expect.stringContaining('json') } },
  })
  expect(headers.request?.bytes).toBeGreaterThan(100)
  await set({ 'capture.level': 'FULL', 'capture.failed_only': true })
  expect(await send('m')).toMatchObject({ bodies: 'succeeded', request: { text: '' }, answer: { text: '' } })
  const refused = await send('nobody-has-it')
  expect(refused).toMatchObject({ bodies: 'kept', answer: { text: expect.stringContaining('"error"') } })
  expect(refused.request?.text).toContain('"metadata":{"a":{"Phone":"***"},"list":[{"id_card":"***"}]}')
  await set({ 'capture.failed_only': false, 'capture.redact': ['Content', 'User-Agent'] })
  const hidden = await send('m')
  expect(hidden.request).toMatchObject({ redacted: true, headers: { 'user-agent': '***' } })
  expect(hidden.request?.headers).not.toHaveProperty('authorization')
  expect(hidden.request?.text).toContain('"messages":[{"role":"user","content":"***"}]')
  for (const word of [PROMPT, '-answer', secret]) expect(JSON.stringify(hidden)).not.toContain(word)
})

test('of an address its network is written into rows, and rules go by all of it', async () => {
  await using vendor = await startVendor()
  vendor.script({ text: ['hello'] })
  await using gateway = await startGateway()
  await gateway.addModel('m')
  await gateway.addProvider({ vendor, models: ['m'] })
  await gateway.call(adminPatchSettings, { body: { values: { 'capture.client_ip': 'network' } } })
  const { id, secret } = await gateway.addKey()
  const send = async () => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${secret}` }
    const body = JSON.stringify({ model: 'm', messages: [{ role: 'user', content: PROMPT }] })
    const response = await fetch(`${gateway.origin}/v1/chat/completions`, { method: 'POST', headers, body })
    await response.text()
    return response
  }
  const { ip } = await gateway.row(idOf(await send()))
  expect(['127.0.0.0/24', '::/48']).toContain(ip)
  await gateway.call(patchKey, { params: { id }, body: { allow_ips: ['127.0.0.0', '::2'] } })
  await expect.poll(async () => (await send()).status).toBe(401)
  await gateway.call(patchKey, { params: { id }, body: { allow_ips: ['127.0.0.1', '::1'] } })
  await expect.poll(async () => (await send()).status).toBe(200)
})
