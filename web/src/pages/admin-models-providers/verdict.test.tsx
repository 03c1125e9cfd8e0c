import { expect, onTestFinished, test } from 'vitest'
import type { RoutingFate } from '../../../../src/contract/routing.ts'
import { setLocale } from '../../i18n/texts.ts'
import { draw } from '../../test-draw.ts'
import { Verdict } from './verdict.tsx'

const FATE = {
  position: null,
  reason: 'limited',
  provider: { id: 'p', name: 'Acme' },
  behind: null,
  answered_at: null,
  endpoint: { id: 'e', base_url: 'https://api.acme.example', breaker: 'closed' },
  credential: { id: 'c', name: 'main', last4: '3224', status: 'active', reason: null },
  until: null,
  full: null,
} as unknown as RoutingFate

async function told(limited_by: string | null) {
  const texts = ['routing', 'requests', 'providers'] as const
  return (await draw(<Verdict fate={{ ...FATE, limited_by }} />, { texts })).place.textContent
}

test('a model that rests with another of one limit says with which, and one that was refused itself does not', async () => {
  expect(await told('claude-opus-4-8')).toContain('与 claude-opus-4-8 共用限额')
  expect(await told(null)).not.toContain('共用限额')
})

test('the same in English', async () => {
  onTestFinished(async () => void (await setLocale('zh-CN')))
  await setLocale('en')
  expect(await told('claude-opus-4-8')).toContain('shares its limit with claude-opus-4-8')
})
