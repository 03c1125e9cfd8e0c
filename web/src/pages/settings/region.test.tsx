import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, test, vi } from 'vitest'
import { loadTexts } from '../../i18n/texts.ts'
import { browserZone, two, wallOf } from '../../lib/zone.ts'
import { Region } from './region.tsx'

test('the time beside the zone is what a clock shows, not the minute that comes', async () => {
  await Promise.all([loadTexts('settings'), loadTexts('ui')])
  vi.useFakeTimers({ now: Date.parse('2026-11-20T06:40:05Z'), toFake: ['Date'] })
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  const place = document.createElement('div')
  const root = createRoot(place)
  onTestFinished(() => {
    act(() => root.unmount())
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })
  const router = createRouter({ routeTree: createRootRoute({ component: Region }), history: createMemoryHistory() })
  await act(async () => root.render(<RouterProvider router={router as never} />))
  const { hour, minute } = wallOf(Date.now(), browserZone())
  expect(place.textContent).toContain(`现在 ${two(hour)}:${two(minute)}`)
})
