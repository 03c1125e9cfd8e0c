import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, test, vi } from 'vitest'
import { loadTexts } from '../../i18n/texts.ts'
import type { Me } from '../../../../src/contract/users.ts'
import { setUser } from '../../lib/session.ts'
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

test.each(['Asia/Kolkata', 'UTC'])('the zone that is chosen is among those to choose from: %s', async (timezone) => {
  await Promise.all([loadTexts('settings'), loadTexts('ui')])
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  // As Chromium has them.
  vi.spyOn(Intl, 'supportedValuesOf').mockReturnValue(['Asia/Calcutta', 'Asia/Shanghai'])
  setUser({ timezone } as Me)
  const place = document.createElement('div')
  document.body.append(place)
  const root = createRoot(place)
  onTestFinished(() => {
    act(() => root.unmount())
    place.remove()
    vi.restoreAllMocks()
    vi.unstubAllGlobals()
  })
  const router = createRouter({ routeTree: createRootRoute({ component: Region }), history: createMemoryHistory() })
  await act(async () => root.render(<RouterProvider router={router as never} />))
  await vi.waitFor(() => expect(place.querySelector('[role=combobox]')).not.toBeNull())
  await act(async () => place.querySelector<HTMLElement>('[role=combobox]')?.click())
  const chosen = () => document.querySelector('[role=option][aria-selected=true]')?.textContent
  await vi.waitFor(() => expect(chosen()).toBe(timezone))
})
