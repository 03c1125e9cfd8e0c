import { expect, test, vi } from 'vitest'
import { draw } from '../../test-draw.ts'
import { AuditTrail } from './audit-trail.tsx'

test('a token that was used twice is told in words, and an act nobody knows by its own name', async () => {
  const event = { at: '2026-11-20T06:00:00.000Z', actor: null, ip: '203.0.113.9' }
  const items = ['session.reused', 'robot.hatched'].map((action) => ({ ...event, id: action, action }))
  vi.stubGlobal('fetch', async () => Response.json({ items, next: null }))
  const { place } = await draw(<AuditTrail kind="user" id="ada" />, { texts: ['ui', 'glance'] })
  const told = () => [...place.querySelectorAll('.two')].map(({ firstChild }) => firstChild?.textContent)
  await expect.poll(() => told()).toEqual(['令牌被重复使用', 'robot.hatched'])
})
