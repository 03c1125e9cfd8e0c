import { expect, test } from 'vitest'
import type { AuditEvent } from '../../../../src/contract/audit.ts'
import { draw } from '../../test-draw.ts'
import { AuditTable } from './audit-rows.tsx'

const EVENT: AuditEvent = {
  id: 'a',
  at: '2026-11-20T09:30:00.000Z',
  actor: null,
  action: 'session.failed',
  target: { kind: 'user', id: 'u2', name: '陈一鸣', provider: null },
  outcome: 'refused',
  ip: '203.0.113.34',
  client: 'python-requests',
  request_id: 'r1',
  chained: true,
}

test('a target leads to where it is shown, and one that is gone nowhere', async () => {
  const gone = { ...EVENT, id: 'b', target: { ...EVENT.target, name: null } }
  const { place } = await draw(<AuditTable rows={[EVENT, gone]} onOpen={() => {}} />, {
    texts: ['audit', 'common', 'ui'],
  })
  const links = [...place.querySelectorAll('tbody tr')].map((row) => row.querySelector('a')?.getAttribute('href'))
  expect(links).toEqual(['/admin/users?user=u2', undefined])
})

test('who was not signed in is told from the server itself', async () => {
  const server = { ...EVENT, id: 'b', action: 'server.started', ip: '' }
  const { place } = await draw(<AuditTable rows={[EVENT, server]} onOpen={() => {}} />, {
    texts: ['audit', 'common', 'ui'],
  })
  const actors = [...place.querySelectorAll('tbody tr')].map((row) =>
    row.querySelectorAll('td')[1]?.textContent?.trim(),
  )
  expect(actors).toEqual(['未登录', '系统'])
})
