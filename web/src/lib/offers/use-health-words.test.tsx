import { expect, test } from 'vitest'
import type { Tick } from '../../../../src/contract/catalogue.ts'
import { MINUTE_MS } from '../../../../src/core/time.ts'
import { draw } from '../../test-draw.ts'
import { useHealthWords } from './use-health-words.ts'

const at = new Date(new Date().setHours(14, 20, 0, 0)).toISOString()
const tick = (facts: Partial<Tick>): Tick => ({
  at,
  state: 'ok',
  availability: 1,
  failed: 0,
  limited: 0,
  trouble: null,
  ...facts,
})

test.each([
  [{ availability: 0.96, failed: 2, limited: 2 }, '14:20–14:25 · 成功 96.0% · 失败 2 次 (429)'],
  [{ availability: 0.9, failed: 3 }, '14:20–14:25 · 成功 90.0% · 失败 3 次（上游错误）'],
  [{ availability: 0.9, failed: 3, limited: 1 }, '14:20–14:25 · 成功 90.0% · 失败 3 次（其中 429 1 次）'],
  [{ trouble: 'slow' as const }, '14:20–14:25 · 成功 100% · 首字变慢'],
  [{}, '14:20–14:25 · 成功 100%'],
  [{ availability: null }, '14:20–14:25 · 没有请求'],
])('a stretch of %o says how often who was asked failed, and with what', async (facts, words) => {
  let said = ''
  const Place = () => {
    said = useHealthWords().tick(tick(facts), 5 * MINUTE_MS)
    return null
  }
  await draw(<Place />, { texts: ['health'] })
  expect(said).toBe(words)
})
