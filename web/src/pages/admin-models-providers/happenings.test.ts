import { expect, test } from 'vitest'
import type { AuditEvent } from '../../../../src/contract/audit.ts'
import type { MatrixRow } from '../../../../src/contract/overview.ts'
import { happeningsOf } from './happenings.ts'

const at = (hour: number) => `2026-11-21T${String(hour).padStart(2, '0')}:00:00.000Z`
const event = (id: string, hour: number, target: AuditEvent['target']) =>
  ({ id, at: at(hour), action: 'provider.changed', target }) as AuditEvent

test('incidents and acts stand in one list, the latest first, from a moment on', () => {
  const days = [{ id: 'p', name: 'Acme', incidents: [{ from: at(5) }, { from: at(1) }] }] as unknown as MatrixRow[]
  const events = [
    event('a', 6, { kind: 'provider', id: 'p', name: 'Acme', provider: null }),
    event('b', 4, { kind: 'provider', id: 'gone', name: null, provider: null }),
    event('c', 7, { kind: 'provider', id: null, name: null, provider: null }),
  ]
  const found = happeningsOf(days, events, Date.parse(at(2)))
  expect(found.map(({ kind, at: when, provider }) => [kind, when, provider.name])).toEqual([
    ['act', at(6), 'Acme'],
    ['incident', at(5), 'Acme'],
    ['act', at(4), 'gone'],
  ])
})
