import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { adminPatchSettings } from '../../src/contract/admin-settings.ts'
import { adminListAudit } from '../../src/contract/audit.ts'
import { adminUsageCapture, usageCapture } from '../../src/contract/captures.ts'
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
      const nothing = { at: null, path: null, request: null, answer: null, upstream: [] }
      expect(await gateway.call(adminUsageCapture, { params: { id: before } })).toEqual(nothing)
      await gateway.call(adminPatchSettings, {
        body: { values: { 'capture.enabled': true }, password: ADMIN.password },
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
