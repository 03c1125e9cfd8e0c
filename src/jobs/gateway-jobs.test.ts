import { expect, test } from 'vitest'
import { STANDARD_SETTINGS } from '../contract/settings.ts'
import { DAY_MS } from '../core/time.ts'
import { type Chores, gatewayJobs } from './gateway-jobs.ts'

const NOW = 1000 * DAY_MS
const never = new AbortController().signal

function chores(over: Partial<Chores> = {}): Chores {
  return {
    clock: { now: () => NOW, monotonicMs: () => 0 },
    settings: () => STANDARD_SETTINGS,
    purges: [],
    retention: {
      requests: async () => 0,
      hours: async () => 0,
      captures: async () => 0,
      activity: async () => 0,
      alerts: async () => 0,
      notices: async () => 0,
    },
    books: async () => ({ accounts: 2, hours: 3, broken: null }),
    batches: async () => ({}),
    balances: async () => ({}),
    notices: async () => ({ ok: true, said: {} }),
    holds: () => null,
    audit: async () => ({ checked: 4, breach: null }),
    log: { error: () => undefined },
    ...over,
  }
}

function run(name: string, with_: Chores, signal = never) {
  return gatewayJobs(with_)
    .find((job) => job.name === name)
    ?.run(signal)
}

test('rows are deleted from the age on that the operator set, batch by batch until none is left', async () => {
  const asked: number[] = []
  const left = [500, 500, 20, 0]
  const requests = async (before: number) => {
    asked.push((NOW - before) / DAY_MS)
    return left.shift() ?? 0
  }
  const settings = () => ({ ...STANDARD_SETTINGS, 'retention.request_days': 7 })
  const retention = { ...chores().retention, requests }
  expect(await run('retention', chores({ settings, retention }))).toEqual({
    ok: true,
    said: { requests: 1020, captures: 0, hours: 0, activity: 0, alerts: 0, notices: 0 },
  })
  expect(asked).toEqual([7, 7, 7, 7])
})

test('one kind that cannot be deleted keeps no other, and is told at the end', async () => {
  const left = [3, 0]
  const retention = {
    ...chores().retention,
    requests: () => Promise.reject(new Error('locked')),
    activity: async () => left.shift() ?? 0,
  }
  const told: unknown[] = []
  const log = { error: (_event: string, fields: { reason?: unknown } = {}) => void told.push(fields.reason) }
  expect(await run('retention', chores({ retention, log }))).toEqual({
    ok: false,
    said: { requests: 'failed', captures: 0, hours: 0, activity: 3, alerts: 0, notices: 0 },
  })
  expect(told).toEqual(['requests'])
})

test('deleting ends between two batches when the gateway stops, and what is left does not wait for another night', async () => {
  const stop = new AbortController()
  const reason = new Error('stopping')
  const asked: string[] = []
  const remove = (kind: string) => async () => {
    asked.push(kind)
    stop.abort(reason)
    return 500
  }
  const retention = { ...chores().retention, requests: remove('requests'), hours: remove('hours') }
  await expect(run('retention', chores({ retention }), stop.signal)).rejects.toBe(reason)
  expect(asked).toEqual(['requests'])
})

test('the nightly check tells what does not add up, and where the audit log was touched', async () => {
  expect(await run('verify', chores())).toMatchObject({ ok: true, said: { accounts: 2, audit_rows: 4 } })
  const broken = { invariant: 'I1', subject: 'u1', expected: 5n, found: 6n } as const
  const books = async () => ({ accounts: 2, hours: 3, broken })
  const audit = async () => ({ checked: 4, breach: { why: 'changed' } })
  expect(await run('verify', chores({ books, audit }))).toMatchObject({
    ok: false,
    said: { broken: 'I1 u1', breach: 'changed' },
  })
  const holds = () => ({ ...broken, invariant: 'I2' as const })
  expect(await run('verify', chores({ holds }))).toMatchObject({ ok: false, said: { broken: 'I2 u1' } })
})

test('the nightly check ends when the gateway stops, and has found nothing then', async () => {
  const stop = new AbortController()
  const reason = new Error('stopping')
  const asked: string[] = []
  const books = async (signal: AbortSignal) => {
    stop.abort(reason)
    signal.throwIfAborted()
    return { accounts: 2, hours: 3, broken: null }
  }
  const audit = async (signal: AbortSignal) => {
    asked.push(`audit ${signal.aborted}`)
    return { checked: 4, breach: null }
  }
  await expect(run('verify', chores({ books, audit }), stop.signal)).rejects.toBe(reason)
  expect(asked).toEqual([])
})

test('upkeep does one thing after another, and fails as the first of them does', async () => {
  const done: string[] = []
  const purges = [async () => done.push('a'), () => Promise.reject(new Error('locked')), async () => done.push('c')]
  await expect(run('upkeep', chores({ purges }))).rejects.toThrow('locked')
  expect(done).toEqual(['a'])
})
