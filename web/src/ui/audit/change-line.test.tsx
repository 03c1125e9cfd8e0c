import { expect, test, vi } from 'vitest'
import { draw } from '../../test-draw.ts'
import { ChangeLine } from './change-line.tsx'

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

async function told(before: unknown, after: unknown) {
  vi.stubGlobal('fetch', async () => Response.json({ items: [], next: null }))
  const { place } = await draw(<ChangeLine before={before} after={after} />, { texts: WORDS })
  return place.textContent
}

test('what an act changed stands in one line: fields with what they were and are, of many only how many more', async () => {
  const before = { name: 'Acme', status: 'active', weight: 20, note: '' }
  expect(await told(before, { weight: 70 })).toBe('权重 20 → 70')
  expect(await told(before, { status: 'disabled' })).toBe('状态 启用 → 停用')
  expect(await told(before, { name: 'B', status: 'disabled', weight: 1, note: 'x' })).toMatch(
    /^名称 Acme → B · .+ · 另有 2 项$/,
  )
})

test('what a list gained or lost is said by its name', async () => {
  const [a, b] = ['a', 'b'].map((name) => ({ id: name, name, priority: 1 }))
  expect(await told({ credentials: [a, b] }, { credentials: [a] })).toContain('已移除')
  expect(await told({ credentials: [a] }, { credentials: [a, b] })).toContain('b')
})
