import { expect, test } from 'vitest'
import { HOUR_MS } from '../core/time.ts'
import type { OpenAlert } from './alert-book.ts'
import { endsOwed } from './ends-owed.ts'

const NOW = 10 * HOUR_MS

function ended(subject: string, deliveries: OpenAlert['deliveries'], id = subject): OpenAlert {
  return { id, rule: 'disk_low', subject, facts: {}, deliveries }
}

const took = (channel: string) => ({ channel, at: 0, state: 'fired', ok: true }) as const
const missed = (channel: string) => ({ channel, at: 0, state: 'fired', ok: false }) as const
const end = (channel: string, at: number, ok = false) => ({ channel, at, state: 'resolved', ok }) as const

function owed(alerts: OpenAlert[], standing: { open?: string[]; told?: string[] } = {}) {
  const found = endsOwed(alerts, {
    now: NOW,
    cooldownMs: HOUR_MS,
    open: new Set(standing.open),
    isBeingTold: (alert, channel) => standing.told?.includes(`${alert} ${channel}`) ?? false,
  })
  return found.map(({ alert, channels }) => `${alert.id}: ${channels.join(' ')}`)
}

test('an end is owed to those alone that took the beginning and not the end', () => {
  expect(owed([ended('a', [took('c1'), missed('c2'), took('c3'), end('c3', NOW - 9 * HOUR_MS, true)])])).toEqual([
    'a: c1',
  ])
})

test('it is tried again after the pause, and not while it is being told', () => {
  const alerts = [
    ended('late', [took('c'), end('c', NOW - HOUR_MS)]),
    ended('soon', [took('c'), end('c', NOW - HOUR_MS + 1)]),
    ended('now', [took('c')]),
  ]
  expect(owed(alerts, { told: ['now c'] })).toEqual(['late: c'])
})

test('what is wrong again is not said to be over, and of several ends the last is told', () => {
  const alerts = [ended('a', [took('c')]), ended('b', [took('c')], 'b2'), ended('b', [took('c')], 'b1')]
  expect(owed(alerts, { open: ['disk_low a'] })).toEqual(['b2: c'])
})
