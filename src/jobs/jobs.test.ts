import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { JobRun } from '../core/jobs.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../core/time.ts'
import { type Job, startJobs } from './jobs.ts'
import { nextNight } from './next-night.ts'

const START = Date.UTC(2026, 10, 20, 12)
beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: START }))
afterEach(() => vi.useRealTimers())

const clock = { now: () => Date.now(), monotonicMs: () => Date.now() }

function start(jobs: readonly Job[], last: readonly JobRun[] = [], zone = () => 'Asia/Shanghai') {
  const saved: JobRun[] = []
  const errors: unknown[] = []
  const started = startJobs(jobs, {
    clock,
    zone,
    last,
    save: async (run) => void saved.push(run),
    log: { error: (event, fields) => void errors.push([event, fields?.reason]) },
  })
  return { jobs: started, saved, errors }
}

const well = (name: Job['name'], every: Job['every'], runs: number[]): Job => ({
  name,
  every,
  run: async () => {
    runs.push(Date.now() - START)
    return { ok: true, said: { n: runs.length } }
  },
})

test('what is due every hour runs at the start and every hour', async () => {
  const runs: number[] = []
  await using started = start([well('upkeep', HOUR_MS, runs)]).jobs
  await vi.advanceTimersByTimeAsync(2 * HOUR_MS)
  expect(runs).toEqual([0, HOUR_MS, 2 * HOUR_MS])
  expect(started.states()).toMatchObject([{ name: 'upkeep', running: false, last: { ok: true, said: { n: 3 } } }])
})

test('what is due at night waits for three o’clock of the operator’s zone', async () => {
  const runs: number[] = []
  // Noon in UTC is eight in the evening in Shanghai: seven hours to go.
  const world = start([well('verify', 'night', runs)])
  await using started = world.jobs
  expect(started.states()[0]).toMatchObject({ nextAt: START + 7 * HOUR_MS, last: null })
  await vi.advanceTimersByTimeAsync(2 * DAY_MS)
  expect(runs).toEqual([7 * HOUR_MS, 31 * HOUR_MS])
  expect(world.saved.map(({ ranAt }) => ranAt - START)).toEqual(runs)
})

test('a night that was missed is made up for a minute after the start', async () => {
  const runs: number[] = []
  const last = { name: 'verify', ranAt: START - 3 * DAY_MS, tookMs: 1, ok: true, said: {} } as const
  await using started = start([well('verify', 'night', runs)], [last]).jobs
  expect(started.states()[0]?.last).toEqual(last)
  await vi.advanceTimersByTimeAsync(MINUTE_MS)
  expect(runs).toEqual([MINUTE_MS])
})

test('a gateway that is off every night does what is due then all the same, though it never has', async () => {
  const hourly = { name: 'upkeep', tookMs: 1, ok: true, said: {} } as const
  const [off, on] = [[], []] as [number[], number[]]
  const yesterday = { ...hourly, ranAt: START - DAY_MS }
  await using after = start([well('verify', 'night', off)], [yesterday]).jobs
  const today = { ...hourly, ranAt: START - HOUR_MS }
  await using within = start([well('verify', 'night', on)], [today]).jobs
  await vi.advanceTimersByTimeAsync(MINUTE_MS)
  expect([off, on]).toEqual([[MINUTE_MS], []])
  expect([after, within].map((jobs) => jobs.states()[0]?.nextAt)).toEqual([START + 7 * HOUR_MS, START + 7 * HOUR_MS])
})

test('a job that fails says so, is told of, and comes again', async () => {
  const job: Job = { name: 'upkeep', every: HOUR_MS, run: () => Promise.reject(new Error('locked')) }
  const world = start([job])
  await using started = world.jobs
  await vi.advanceTimersByTimeAsync(HOUR_MS)
  expect(started.states()[0]?.last).toMatchObject({ ok: false, ranAt: START + HOUR_MS })
  expect(world.errors).toEqual([
    ['a job failed', 'upkeep'],
    ['a job failed', 'upkeep'],
  ])
})

test('disposing waits for what is under way, tells it to end, and starts nothing more', async () => {
  const told: string[] = []
  const job: Job = {
    name: 'upkeep',
    every: HOUR_MS,
    run: (signal) =>
      new Promise((resolve) => {
        signal.addEventListener('abort', () => {
          told.push('ended')
          resolve({ ok: true, said: {} })
        })
      }),
  }
  const { jobs } = start([job])
  await vi.advanceTimersByTimeAsync(0)
  await jobs[Symbol.asyncDispose]()
  told.push('disposed')
  await vi.advanceTimersByTimeAsync(DAY_MS)
  expect(told).toEqual(['ended', 'disposed'])
})

test('a job that stops midway when the gateway does has not run: it is neither saved nor a failure', async () => {
  const job: Job = {
    name: 'verify',
    every: HOUR_MS,
    run: async (signal) => {
      await new Promise((resolve) => signal.addEventListener('abort', resolve))
      signal.throwIfAborted()
      return { ok: true, said: {} }
    },
  }
  const { jobs, saved, errors } = start([job])
  await vi.advanceTimersByTimeAsync(0)
  await jobs[Symbol.asyncDispose]()
  expect({ saved, errors, states: jobs.states() }).toMatchObject({ saved: [], errors: [], states: [{ last: null }] })
})

test('what is far off comes when the clock says so: a machine that slept makes up for it, one that was wrong does not wait for years', async () => {
  const [slept, early, wrong] = [[], [], []] as [number[], number[], number[]]
  await using _night = start([well('verify', 'night', slept)]).jobs
  await vi.advanceTimersByTimeAsync(HOUR_MS)
  // Awake again at nine in the morning, six hours after the night; no timer has moved.
  vi.setSystemTime(START + 13 * HOUR_MS)
  await vi.advanceTimersByTimeAsync(10 * MINUTE_MS)
  expect(slept.map((at) => Math.floor(at / HOUR_MS))).toEqual([13])

  vi.setSystemTime(START)
  await using _early = start([well('upkeep', 'night', early)]).jobs
  await vi.advanceTimersByTimeAsync(7 * HOUR_MS - MINUTE_MS)
  // Set back a little: three o'clock comes later than the timer would, and once.
  vi.setSystemTime(Date.now() - 5 * MINUTE_MS)
  await vi.advanceTimersByTimeAsync(DAY_MS - HOUR_MS)
  expect(early).toEqual([7 * HOUR_MS])

  vi.setSystemTime(START)
  const ahead = { name: 'retention', ranAt: START + 400 * DAY_MS, tookMs: 1, ok: true, said: {} } as const
  await using back = start([well('retention', 'night', wrong)], [ahead]).jobs
  expect(back.states()[0]?.nextAt).toBe(START + 7 * HOUR_MS)
})

test('a clock that is set back holds up nothing for longer than it would have waited', async () => {
  const runs: number[] = []
  await using _started = start([well('upkeep', HOUR_MS, runs)]).jobs
  await vi.advanceTimersByTimeAsync(MINUTE_MS)
  vi.setSystemTime(START - 30 * DAY_MS)
  await vi.advanceTimersByTimeAsync(HOUR_MS + 10 * MINUTE_MS)
  expect(runs).toHaveLength(2)
})

test('the operator’s zone counts from when it is changed', async () => {
  const runs: number[] = []
  let zone = 'Asia/Shanghai'
  await using started = start([well('verify', 'night', runs)], [], () => zone).jobs
  // Three in the morning of Kiritimati is one hour away: 13:00 in UTC.
  zone = 'Pacific/Kiritimati'
  await vi.advanceTimersByTimeAsync(2 * HOUR_MS)
  expect(runs).toEqual([HOUR_MS])
  expect(started.states()[0]?.nextAt).toBe(START + 25 * HOUR_MS)
})

test('where a clock change leaves three o’clock out it is four, on that day alone', () => {
  // On 28 March 2027 Athens goes from three o'clock to four.
  const gap = Date.UTC(2027, 2, 28, 1)
  expect(nextNight(Date.UTC(2027, 2, 27, 12), 'Europe/Athens')).toBe(gap)
  expect(nextNight(gap, 'Europe/Athens')).toBe(Date.UTC(2027, 2, 29, 0))
  // On 31 October three o'clock comes twice: the first counts, and the second is no night of its own.
  const first = Date.UTC(2027, 9, 31, 0)
  expect(nextNight(Date.UTC(2027, 9, 30, 12), 'Europe/Athens')).toBe(first)
  expect(nextNight(first, 'Europe/Athens')).toBe(Date.UTC(2027, 10, 1, 1))
})

test('a night follows a day when a clock change moves the hours, too', () => {
  // On 28 March 2027 Berlin goes from two o'clock to three.
  const before = Date.UTC(2027, 2, 27, 12)
  expect(nextNight(before, 'Europe/Berlin')).toBe(Date.UTC(2027, 2, 28, 1))
  expect(nextNight(Date.UTC(2027, 2, 28, 1), 'Europe/Berlin')).toBe(Date.UTC(2027, 2, 29, 1))
})
