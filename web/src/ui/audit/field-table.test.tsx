import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { SETTINGS } from '../../../../src/contract/settings.ts'
import { setLocale } from '../../i18n/texts.ts'
import { draw } from '../../test-draw.ts'
import { FieldTable } from './field-table.tsx'

const WORDS = [
  'audit',
  'ui',
  'config',
  'limits',
  'users',
  'providers',
  'routing',
  'announcements',
  'channels',
  'activity',
] as const

beforeEach(() => {
  vi.stubGlobal('fetch', async () => Response.json({ items: [{ id: 'g1', name: '研发' }], next: null }))
})

async function show(before: object | null, after: object | null) {
  onTestFinished(async () => void (await setLocale('zh-CN')))
  const { place } = await draw(<FieldTable before={before} after={after} />, { texts: WORDS })
  const cells = (row: Element) => [...row.children].map((cell) => cell.textContent)
  return {
    names: () =>
      [...place.querySelectorAll('th[scope=row]')].map((head) => [...head.children].map((part) => part.textContent)),
    values: () => [...place.querySelectorAll('tbody tr')].map((row) => cells(row).slice(1)),
    count: () => place.querySelector('p')?.textContent,
  }
}

test('a field is told in words with its own name under it, and by its own name where a part has no words', async () => {
  const { names } = await show(null, { 'alerts.error_percent': 20, limits: [], odd: { name: 'x' } })
  expect(names()).toEqual([
    [SETTINGS['alerts.error_percent'].title.zh, 'alerts.error_percent'],
    ['限额', 'limits'],
    ['odd.name'],
  ])
})

const BEFORE = {
  role: 'user',
  status: 'active',
  billing: 'prepaid',
  group: null,
  enabled: true,
  strategy: null,
  abilities: ['tools'],
  limits: [{ metric: 'cost', window: 'month', max: '50', mode: 'normal', action: 'refuse', used: '3' }],
  allow_models: null,
  note: 'as it was',
  odd: 'raw',
}
const AFTER = {
  role: 'admin',
  status: 'disabled',
  billing: 'unlimited',
  group: 'g1',
  enabled: false,
  strategy: 'lowest_cost',
  abilities: ['tools', 'vision'],
  limits: [{ metric: 'cost', window: 'month', max: '80', mode: 'hard', action: 'refuse' }],
  allow_models: ['gpt-5.5'],
  odd: 'other',
}

test('values are told in the words the console has for them elsewhere, and as they are where it has none', async () => {
  const { values, count } = await show(BEFORE, AFTER)
  await expect.poll(() => values()[3]).toEqual(['—', '研发'])
  expect(values()).toEqual([
    ['普通用户', '管理员'],
    ['启用', '停用'],
    ['预付费', '后付费'],
    ['—', '研发'],
    ['是', '否'],
    ['—', '最低价'],
    ['工具调用', '工具调用、视觉'],
    ['每月额度 $50', '每月额度 $80（严格）'],
    ['全部', 'gpt-5.5'],
    ['raw', 'other'],
  ])
  expect(count()).toBe('10 项修改，1 项未变')
})

test('the same values are told in English', async () => {
  await setLocale('en')
  const { values } = await show(BEFORE, AFTER)
  expect(values().slice(0, 3)).toEqual([
    ['user', 'administrator'],
    ['Active', 'Disabled'],
    ['Prepaid', 'Postpaid'],
  ])
  expect(values()[7]).toEqual(['Cost per month $50', 'Cost per month $80 (Strict)'])
})

test('a credential that was removed is told as one, by its name, and its neighbour by what changed of it', async () => {
  const credential = (id: string, name: string, priority: number) => ({ id, name, priority, last4: 'f00d' })
  const before = { credentials: [credential('c1', 'main', 1), credential('c2', 'spare', 1)] }
  const { names, values, count } = await show(before, { credentials: [credential('c2', 'spare', 2)] })
  expect(names()).toEqual([
    ['上游密钥 · main', 'credentials[main]'],
    ['上游密钥 · spare · 优先级', 'credentials[spare].priority'],
  ])
  expect(values()).toEqual([
    ['整项（4 个字段）', '已移除'],
    ['1', '2'],
  ])
  expect(count()).toBe('2 项修改，3 项未变')
})

const LIMIT = { metric: 'cost', window: 'month', max: '50', mode: 'normal', action: 'refuse' }

test.each([
  ['a field', [{ limits: [LIMIT] }, { limits: [{ ...LIMIT, max: '80' }] }]],
  ['a list alone, as it once was', [[LIMIT], [{ ...LIMIT, max: '80' }]]],
] as const)('limits of an upstream that were written as %s are told in words', async (_name, [before, after]) => {
  const { names, values } = await show(before, after)
  expect(names()).toEqual([['限额', 'limits']])
  expect(values()).toEqual([['每月额度 $50', '每月额度 $80']])
})

test('the first limits of an upstream, and the end of all, are told in words in English too', async () => {
  await setLocale('en')
  expect((await show({ limits: [] }, { limits: [LIMIT] })).values()).toEqual([['No limit', 'Cost per month $50']])
  expect((await show([LIMIT], [])).names()).toEqual([['Limits', 'limits']])
})
