import { expect, test } from 'vitest'
import type { ApiKey } from '../../../../src/contract/keys.ts'
import { useOwnExport } from './use-own-export.ts'
import { draw, settled } from '../../test-draw.ts'
import type { Export } from '../../ui/export-menu.tsx'

const RULE = { mode: 'normal', action: 'refuse', resets_at: null }
const KEY = {
  id: 'k1',
  name: 'CLI',
  note: '',
  prefix: 'sk-ym-8f2c',
  last4: 'a1B2',
  status: 'active',
  old_secret_until: null,
  limits: [
    { ...RULE, metric: 'cost', window: 'month', max: '20', used: '1.5', held: '0' },
    { ...RULE, metric: 'requests', window: 'minute', max: 60, used: 2, held: 0 },
  ],
  allow_models: ['m-1', 'm-2'],
  month: { requests: 3, cost: '0.00012345' },
  trend: [],
  last_used_at: null,
  expires_at: null,
} as unknown as ApiKey

async function linesOf(useExport: () => Export): Promise<string[]> {
  let taken: Export | undefined
  const Reader = () => {
    taken = useExport()
    return null
  }
  await draw(<Reader />, { texts: ['keys', 'limits', 'ui'] })
  await settled(() => expect(taken).toBeDefined())
  return taken?.markdown?.write?.().trimEnd().split('\n') ?? []
}

test('the own keys are copied in the columns of theirs', async () => {
  const lines = await linesOf(() => useOwnExport([KEY]))
  expect(lines).toEqual([
    '| 名称 | 密钥 | 状态 | 可用模型 | 额度 | 次/分 | 本月费用 | 最近使用 | 过期时间 |',
    '| --- | --- | --- | --- | --- | ---: | ---: | --- | --- |',
    '| CLI | sk-ym-8f2c…a1B2 | 启用 | m-1, m-2 | 每月额度 $1.5000 / $20 | 60 | $0.00012345 | 从未使用 | 永不 |',
  ])
})
