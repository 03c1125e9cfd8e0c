import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { ModelDetail } from '../../../../src/contract/catalogue.ts'
import { loadTexts } from '../../i18n/texts.ts'
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
  await Promise.all([loadTexts('models'), loadTexts('ui'), loadTexts('offers'), loadTexts('health')])
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.stubGlobal('matchMedia', () => ({ matches: wide, addEventListener: vi.fn(), removeEventListener: vi.fn() }))
  const place = document.createElement('div')
  const root = createRoot(place)
  const router = createRouter({
    routeTree: createRootRoute({ component: () => <ModelProviders model={MODEL} /> }),
    history: createMemoryHistory(),
  })
  await act(async () => root.render(<RouterProvider router={router as never} />))
  onTestFinished(() => {
    act(() => root.unmount())
    vi.unstubAllGlobals()
  })
  return place
}

test.each([true, false])('a phone is told as much of who serves a model as a desk (wide: %s)', async (wide) => {
  const place = await shownAt(wide)
  expect(place.querySelector('table') !== null).toBe(wide)
  for (const fact of ['OpenAI', '降级', '98.1%', '1.16', '3.60', '59']) expect(place.textContent).toContain(fact)
})
