import { expect, it } from 'vitest'
import type { RequestDetail } from '../../../../src/contract/usage.ts'
import { lostAttempts } from './served.ts'

const ATTEMPT = { decision: 'chosen', provider: 'Acme', error: null, upstream_cost: '0.1' }

const lostOf = (...attempts: object[]) =>
  lostAttempts(attempts.map((one) => ({ ...ATTEMPT, ...one })) as unknown as RequestDetail['attempts'])

it('finds what was paid for and is nobody’s answer, by its number in the path', () => {
  const skipped = { decision: 'skipped', upstream_cost: '0' }
  expect(lostOf(skipped, { error: 'in_band', upstream_cost: '0.0473' }, { provider: 'Other' })).toEqual([
    { n: 2, provider: 'Acme', amount: '0.0473' },
  ])
})

it('takes the other of two for the answer where one was outrun, and the last where all failed', () => {
  expect(lostOf({}, { error: 'hedged', upstream_cost: '0.2' }).map(({ n }) => n)).toEqual([2])
  expect(lostOf({ error: 'reset' }, { error: 'truncated' }).map(({ n }) => n)).toEqual([1])
})

it('names none where nothing was paid or no cost is told', () => {
  expect(lostOf({ error: 'http_529', upstream_cost: '0' }, {})).toEqual([])
  expect(lostOf({ error: 'http_529', upstream_cost: null }, {})).toEqual([])
})
