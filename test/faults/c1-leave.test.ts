import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { diceOf } from '../../src/demo/dice.ts'
import { startVendor, type Vendor } from '../vendor/server.ts'
import { many, reached } from './figures.ts'
import { FORM_NAMES } from './forms.ts'
import { inLanes } from './lanes.ts'
import { idOf, startProcessStage } from './stage.ts'

const SEED = Number(process.env['YUMEN_FAULTS_SEED'] ?? Date.now() % 1_000_000)
const ABORTS = many(300, 10_000)
const LANES = 16
const EVENTS = 8
const never = new Promise<never>(() => undefined)

const parts = new AsyncDisposableStack()
let stage: Awaited<ReturnType<typeof startProcessStage>>
let vendor: Vendor
beforeAll(async () => {
  vendor = parts.use(await startVendor({ keepBytes: 0 }))
  stage = parts.use(await startProcessStage())
  await stage.addModel('m')
  await stage.addWay({ model: 'm', origin: vendor.origin })
})
afterAll(() => parts.disposeAsync())

/** How long the vendor took to hear that a caller left at a moment, or had left before it was asked; null when it had said all. */
async function heardAfterMs(index: number, leftAtMs: number): Promise<number | null> {
  const served = await vendor.arrival(index)
  await served.done
  return served.abortedAtMs === null ? null : served.abortedAtMs - Math.max(leftAtMs, served.arrivedAtMs)
}

test('C1 a caller who leaves before the first byte or at any event ends the upstream within a second', async () => {
  const waits: number[] = []
  for (const form of FORM_NAMES)
    for (let atEvent = -1; atEvent < EVENTS; atEvent += 1) {
      const paused = Promise.withResolvers<void>()
      const pause = {
        atEvent,
        get until() {
          paused.resolve()
          return never
        },
      }
      const index = vendor.served.length
      vendor.queue(
        atEvent < 0 ? { delays: { headersMs: 600_000 } } : { text: ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'], pause },
      )
      const leave = new AbortController()
      const gone = stage
        .send(form, { signal: leave.signal })
        .then((response) => response.text())
        .catch(() => null)
      await vendor.arrival(index)
      if (atEvent >= 0) await paused.promise
      const leftAtMs = performance.now()
      leave.abort()
      await gone
      waits.push((await heardAfterMs(index, leftAtMs)) ?? Infinity)
    }
  expect(Math.max(...waits)).toBeLessThan(1000)
  reached(
    'C1',
    `${waits.length} callers left at each event: upstreams heard it after ${Math.max(...waits).toFixed(0)} ms at most`,
  )
}, 60_000)

test('C1 whenever callers leave, each request has one row, and nothing stays open', async () => {
  process.stdout.write(`C1: YUMEN_FAULTS_SEED=${SEED}\n`)
  const dice = diceOf(SEED)
  vendor.script({ text: ['a ', 'b ', 'c ', 'd '], delays: { headersMs: 5, firstEventMs: 5, eventMs: 5 } })
  const begun = vendor.served.length
  const before = await stage.process.handles()
  const left = new Map<string, number>()
  const ids = new Set<string>()
  await inLanes(LANES, Array(ABORTS).keys(), async (n) => {
    const form = FORM_NAMES[Math.floor(dice() * FORM_NAMES.length)] ?? 'chat'
    const leave = new AbortController()
    const afterMs = dice() * 80
    const answer = stage
      .send(form, { signal: leave.signal, tag: String(n) })
      .then((response) => {
        ids.add(idOf(response))
        return response.text()
      })
      .catch(() => null)
    await wait(afterMs)
    left.set(String(n), performance.now())
    leave.abort()
    await answer
    // Without an answer to wait for, callers would come faster than a busy machine can take them.
    await (await fetch(`${stage.origin}/health`)).text()
  })
  const seen = vendor.served.slice(begun)
  const waits = await Promise.all(
    seen.map(async (served, i) => {
      const leftAtMs = left.get(String(served.headers['anthropic-tag']))
      return leftAtMs === undefined ? null : await heardAfterMs(begun + i, leftAtMs)
    }),
  )
  const heard = waits.filter((ms) => ms !== null)
  expect(heard.length).toBeGreaterThan(ABORTS / 10)
  expect(Math.max(...heard)).toBeLessThan(1000)
  // Connections that wait for their next request are no leak; there are never more of them than lanes at either end.
  await expect.poll(() => stage.process.handles(), { timeout: 20_000 }).toBeLessThanOrEqual(before + 3 * LANES)
  const { rows, byId, balance } = await stage.books()
  expect([...ids].filter((id) => !byId.has(id))).toEqual([])
  // Each that an upstream saw was admitted; one who left before that may have no row.
  expect(rows.length).toBeGreaterThanOrEqual(vendor.served.length)
  expect(rows.length).toBeLessThanOrEqual(begun + ABORTS)
  expect(balance).toBe(true)
  expect(new Set(rows.map(({ status }) => status)).difference(new Set(['cancelled', 'succeeded']))).toEqual(new Set())
  const gone = rows.filter(({ status }) => status === 'cancelled').length
  reached(
    'C1',
    `${ABORTS} random departures: ${seen.length} seen upstream, heard after ${Math.max(...heard).toFixed(0)} ms at most; ${rows.length} rows, ${gone} of them cancelled, no handle left`,
  )
}, 300_000)
