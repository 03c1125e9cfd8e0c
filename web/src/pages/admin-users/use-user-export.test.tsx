import { expect, test, vi } from 'vitest'
import type { AdminUser } from '../../../../src/contract/admin-users.ts'
import { draw, settled } from '../../test-draw.ts'
import type { Export } from '../../ui/export-menu.tsx'
import type { ShownUserColumns } from './user-columns.ts'
import { useUserExport } from './use-user-export.ts'

const LIMIT = {
  metric: 'cost',
  window: 'month',
  max: '50',
  used: '12.345',
  held: '0',
  mode: 'normal',
  action: 'refuse',
}
const ADA = {
  id: 'u1',
  email: 'ada@example.com',
  name: 'Ada | L',
  role: 'admin',
  status: 'active',
  group: null,
  billing: 'unlimited',
  balance: null,
  limits: [{ ...LIMIT, resets_at: null }],
  second_factor: true,
  keys: 3,
  month: { requests: 1234, cost: '0.099301' },
  trend: [],
  last_active_at: null,
  created_at: '2026-11-20T08:00:00.000Z',
} as unknown as AdminUser

async function exportOf(columns: ShownUserColumns['columns'], users: readonly AdminUser[]): Promise<Export> {
  let taken: Export | undefined
  const Reader = () => {
    taken = useUserExport({ columns, narrow: {}, chosen: true })({ q: 'ada', sort: 'name' }, users)
    return null
  }
  await draw(<Reader />, { texts: ['users', 'limits', 'ui'] })
  await settled(() => expect(taken).toBeDefined())
  return taken as Export
}

test('accounts are copied in the columns that are shown, in their order, to the last digit', async () => {
  const { markdown } = await exportOf(['role', 'status', 'group', 'quota', 'cost', 'requests', 'active'], [ADA])
  expect(markdown?.write?.().split('\n')).toEqual([
    '| 用户 | 邮箱 | 角色 | 状态 | 分组 | 额度 | 本月费用 | 请求 | 最近活跃 |',
    '| --- | --- | --- | --- | --- | --- | ---: | ---: | --- |',
    String.raw`| Ada \| L | ada@example.com | 管理员 | 启用 | — | 每月额度 $12.3450 / $50 | $0.099301 | 1,234 | 从未 |`,
    '',
  ])
})

test('nothing is copied where there are no accounts', async () => {
  expect((await exportOf(['role'], [])).markdown?.write).toBeUndefined()
})

test('the file is asked for with the filters, the order and the format', async () => {
  const asked: string[] = []
  vi.stubGlobal('fetch', async (url: string | URL) => {
    asked.push(String(url))
    return new Response('[]', { headers: { 'content-disposition': 'attachment; filename="yumen-users.json"' } })
  })
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:1')
  await (await exportOf(['role'], [ADA])).save('json')
  const { pathname, searchParams } = new URL(asked[0] ?? '', 'http://x')
  expect(pathname).toBe('/api/admin/users/export')
  expect(Object.fromEntries(searchParams)).toMatchObject({ q: 'ada', sort: 'name', format: 'json' })
})
