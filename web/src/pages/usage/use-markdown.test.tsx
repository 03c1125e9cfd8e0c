import { expect, test } from 'vitest'
import type { BreakdownRow, RequestRow, Totals } from '../../../../src/contract/usage.ts'
import { draw, settled } from '../../test-draw.ts'
import type { Column } from './columns.ts'
import { useBreakdownMarkdown, useRequestsMarkdown } from './use-markdown.ts'

const TEXTS = ['usage', 'requests', 'common'] as const

/** What a hook writes at an address, as cells by line. */
async function written(useWriter: () => () => string, at = '/dashboard/usage'): Promise<string[][]> {
  let text = ''
  const Writer = () => {
    text = useWriter()()
    return null
  }
  await draw(<Writer />, { at, texts: TEXTS })
  await settled(() => expect(text).not.toBe(''))
  return text
    .trimEnd()
    .split('\n')
    .map((line) => line.slice(2, -2).split(' | '))
}

const USAGE = { input: 1200, output: 30, reasoning: 0, cache_read: 126_000, cache_write_5m: 0, cache_write_1h: 0 }
const ROW = {
  id: 'req-0123456789',
  at: '2026-11-20T08:00:00.000Z',
  user: { id: 'u1', name: 'Ada' },
  key: { id: 'k1', name: 'CLI' },
  model: 'm-1',
  model_asked: 'alias',
  provider: { id: 'p1', name: 'Acme' },
  protocol: 'openai-chat',
  stream: true,
  status: 'succeeded',
  http_status: 200,
  client: '',
  cost: '0.099301',
  upstream_cost: '0.05',
  usage: USAGE,
  first_token_ms: 840,
  total_ms: 6200,
  tokens_per_second: 70.6,
  attempts_made: 1,
} as unknown as RequestRow

test('requests are copied in the columns that are shown, in their order', async () => {
  const columns: Column[] = ['id', 'user', 'provider', 'model', 'margin', 'speed', 'stream', 'status']
  const lines = await written(() => {
    const write = useRequestsMarkdown(columns)
    return () => write([ROW])
  })
  expect(lines).toEqual([
    ['请求 ID', '用户', '提供商', '模型', '差额', 't/s', '流式', '状态'],
    ['---', '---', '---', '---', '---:', '---:', '---', '---:'],
    ['req-0123456789', 'Ada', 'Acme', 'alias → m-1', '$0.049301', '71', '流式', '200'],
  ])
})

const totals = (cost: string, requests: number, more: Partial<Totals> = {}) =>
  ({
    requests,
    succeeded: requests,
    failed: 0,
    switched: 0,
    cost,
    upstream_cost: null,
    tokens: 10,
    usage: USAGE,
    first_token_p50: 500,
    first_token_p95: 900,
    ...more,
  }) as unknown as Totals

const ROWS = [
  { id: 'a', name: 'a', current: totals('3', 1), previous_cost: '1.5' },
  { id: 'b', name: 'b', current: totals('1', 9), previous_cost: '0' },
] as unknown as BreakdownRow[]

const BOTH = { current: totals('4', 10), previous: totals('1.5', 1) }

const breakdown = (at: string) =>
  written(() => {
    const write = useBreakdownMarkdown('model')
    return () => write(ROWS, BOTH)
  }, at)

test('a breakdown is copied with its shares, its changes and what its rows come to, in the order of the table', async () => {
  const [head = [], , ...lines] = await breakdown('/dashboard/usage?sort=-requests')
  expect(head).toEqual([
    '模型',
    '请求',
    'Token',
    '费用',
    '较上期',
    '均价 / 1K 请求',
    '首字 P50',
    '首字 P95',
    '错误率',
    '占比',
  ])
  const of = (word: string) => lines.map((line) => line[head.indexOf(word)])
  expect(of('模型')).toEqual(['b', 'a', '合计'])
  expect(of('占比')).toEqual(['25.0%', '75.0%', '100%'])
  expect(of('费用')).toEqual(['$1.0000', '$3.0000', '$4.0000'])
  expect(of('较上期')[1]).toBe('↑ 100.0%')
})

test('administrators have upstream cost, margin and switches in it too', async () => {
  const [head = []] = await breakdown('/admin/usage')
  expect(head).toEqual(expect.arrayContaining(['上游成本', '毛利', '毛利率', '切换率']))
})
