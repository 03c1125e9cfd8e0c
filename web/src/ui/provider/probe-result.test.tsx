import { expect, test } from 'vitest'
import type { EachProbe } from '../../lib/provider/probe-each.ts'
import { draw } from '../../test-draw.ts'
import { ProbeResult } from './probe-result.tsx'

const line = (ok: boolean, credential: string, base = 'a'): EachProbe['results'][number] => ({
  dialect: 'openai',
  base_url: `https://${base}.example/v1`,
  ok,
  http_status: ok ? 200 : 401,
  ms: 12,
  detail: ok ? null : '上游拒绝了密钥。',
  models: ['m'],
  credential,
})

async function shown(...results: EachProbe['results']): Promise<string> {
  const { place } = await draw(<ProbeResult probes={{ ok: results.every(({ ok }) => ok), results, models: [] }} />, {
    texts: ['providers'],
  })
  return place.textContent ?? ''
}

test('one credential of several that is refused is no good connection, and is named', async () => {
  const text = await shown(line(true, '主账号'), line(false, '密钥 2'))
  expect(text).toContain('部分密钥不可用')
  expect(text).toContain('1 个端点可用')
  expect(text).toContain('密钥 2 · OpenAI')
  expect(text).not.toContain('连接正常')
})

test('an endpoint that no credential reaches is another matter', async () => {
  expect(await shown(line(true, '主账号'), line(false, '主账号', 'b'))).toContain('部分端点不可用')
  expect(await shown(line(true, '主账号'), line(true, '密钥 2'))).toContain('连接正常1 个端点可用')
  expect(await shown(line(false, '主账号'), line(false, '密钥 2'))).toContain('连接失败')
})
