import { notifyManager, QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, test, vi } from 'vitest'
import { loadTexts } from '../../i18n/texts.ts'
import { queryClient } from '../../lib/query.ts'
import { AuditTrail } from './audit-trail.tsx'

test('a token that was used twice is told in words, and an act nobody knows by its own name', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  notifyManager.setScheduler(queueMicrotask)
  await Promise.all([loadTexts('ui'), loadTexts('glance')])
  const event = { at: '2026-11-20T06:00:00.000Z', actor: null, ip: '203.0.113.9' }
  const items = ['session.reused', 'robot.hatched'].map((action) => ({ ...event, id: action, action }))
  vi.stubGlobal('fetch', async () => Response.json({ items, next: null }))
  const place = document.createElement('div')
  const root = createRoot(place)
  onTestFinished(() => {
    act(() => root.unmount())
    queryClient.clear()
    vi.unstubAllGlobals()
  })
  await act(async () =>
    root.render(
      <QueryClientProvider client={queryClient}>
        <AuditTrail kind="user" id="ada" />
      </QueryClientProvider>,
    ),
  )
  const told = () => [...place.querySelectorAll('.two')].map(({ firstChild }) => firstChild?.textContent)
  await vi.waitFor(() => expect(told()).toEqual(['令牌被重复使用', 'robot.hatched']))
})
