import { act } from 'react'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { Me } from '../../../../src/contract/users.ts'
import { setUser } from '../../lib/session.ts'
import { browserZone, two, wallOf } from '../../lib/zone.ts'
import { draw } from '../../test-draw.ts'
import { Region } from './region.tsx'

test('the time beside the zone is what a clock shows, not the minute that comes', async () => {
  vi.useFakeTimers({ now: Date.parse('2026-11-20T06:40:05Z'), toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const { place } = await draw(<Region />, { texts: ['settings', 'ui'] })
  const { hour, minute } = wallOf(Date.now(), browserZone())
  expect(place.textContent).toContain(`现在 ${two(hour)}:${two(minute)}`)
})

test.each(['Asia/Kolkata', 'UTC'])('the zone that is chosen is among those to choose from: %s', async (timezone) => {
  // As Chromium has them.
  vi.spyOn(Intl, 'supportedValuesOf').mockReturnValue(['Asia/Calcutta', 'Asia/Shanghai'])
  setUser({ timezone } as Me)
  onTestFinished(() => void vi.restoreAllMocks())
  const { place } = await draw(<Region />, { texts: ['settings', 'ui'] })
  await expect.poll(() => place.querySelector('[role=combobox]')).not.toBeNull()
  await act(async () => place.querySelector<HTMLElement>('[role=combobox]')?.click())
  const chosen = () => document.querySelector('[role=option][aria-selected=true]')?.textContent
  await expect.poll(() => chosen()).toBe(timezone)
})
