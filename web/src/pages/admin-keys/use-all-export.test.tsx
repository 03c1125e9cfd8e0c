import { expect, test } from 'vitest'
import type { AdminKey } from '../../../../src/contract/admin-keys.ts'
import { useAllExport } from './use-all-export.ts'
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
  owner: { id: 'u1', name: 'Ada', email: 'ada@example.com' },
  addresses: 2,
  risks: ['no_expiry', 'many_ips'],
} as unknown as AdminKey

async function linesOf(useExport: () => Export): Promise<string[]> {
  let taken: Export | undefined
  const Reader = () => {
    taken = useExport()
    return null
  }
  await draw(<Reader />, { texts: ['keys', 'allkeys', 'limits', 'ui'] })
  await settled(() => expect(taken).toBeDefined())
  return taken?.markdown?.write?.().trimEnd().split('\n') ?? []
}

test('everybody’s keys are copied in the columns of their table, masked', async () => {
  const lines = await linesOf(() => useAllExport()({ sort: 'name' }, [KEY]))
  expect(lines).toEqual([
    '| 名称 · 密钥 | 所有者 | 状态 | 风险 | 额度 | 模型 · 速率 | 本月费用 | 最近使用 | 来源 IP | 过期时间 |',
    '| --- | --- | --- | --- | --- | --- | ---: | --- | ---: | --- |',
    '| CLI · sk-ym-8f2c…a1B2 | Ada | 启用 | 多地使用、无过期 | 每月额度 $1.5000 / $20 · 每分钟请求 2 / 60 | m-1, m-2 · 60 次/分 | $0.00012345 | 从未使用 | 2 | 永不 |',
  ])
})
