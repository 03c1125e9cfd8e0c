import { expect, test, vi } from 'vitest'
import type { ModelDetail } from '../../../../src/contract/catalogue.ts'
import { draw } from '../../test-draw.ts'
import { ModelProviders } from './model-providers.tsx'

const health = {
  availability: 0.981,
  first_token_p50: 1160,
  first_token_p95: 3600,
  tokens_per_second: 59.4,
  ticks: [],
}
const MODEL = {
  providers: [{ id: 'p1', name: 'OpenAI', preset: 'openai', status: 'degraded', health }],
} as unknown as ModelDetail

async function shownAt(wide: boolean): Promise<Element> {
  vi.stubGlobal('matchMedia', () => ({ matches: wide, addEventListener: vi.fn(), removeEventListener: vi.fn() }))
  const { place } = await draw(<ModelProviders model={MODEL} />, { texts: ['models', 'ui', 'offers', 'health'] })
  return place
}

test.each([true, false])('a phone is told as much of who serves a model as a desk (wide: %s)', async (wide) => {
  const place = await shownAt(wide)
  expect(place.querySelector('table') !== null).toBe(wide)
  for (const fact of ['OpenAI', '降级', '98.1%', '1.16', '3.60', '59']) expect(place.textContent).toContain(fact)
})
