import { expect, onTestFinished, test, vi } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../src/core/time.ts'
import { ADMIN } from '../e2e/process-env.ts'
import { connectGateway } from '../e2e/gateway.ts'
import { startVendor } from '../vendor/server.ts'
import { many, reached } from './figures.ts'
import { idOf, startStage } from './stage.ts'

/** How far the machine's clock is off, one after the other. */
const OFF_MS = [HOUR_MS, -HOUR_MS, 0, -25 * HOUR_MS, 31 * DAY_MS, 0]
const STREAMS = many(10, 100)

test('T1 a clock that jumps, by an hour or a month and back, fails no request, books each once where its clock was and loses no limit', async () => {
  const [now, offset] = [Date.now, { ms: 0 }]
  vi.spyOn(Date, 'now').mockImplementation(() => now() + offset.ms)
  onTestFinished(() => void vi.restoreAllMocks())
  await using vendor = await startVendor({ keepBytes: 0 })
  await using stage = await startStage()
  await stage.addModel('m')
  await stage.addWay({ model: 'm', origin: vendor.origin })
  const { secret: limited } = await stage.admin.addKey({ limits: [{ metric: 'requests', window: 'day', max: 3 }] })
  const statusOf = async () => (await stage.send('chat', { key: limited })).status
  expect([await statusOf(), await statusOf()]).toEqual([200, 200])

  /** When each request was admitted, by the clock it was admitted by. */
  const admitted = new Map<string, number>()
  for (const ms of OFF_MS) {
    const goOn = Promise.withResolvers<void>()
    vendor.script({ text: ['one ', 'two ', 'three '], pause: { atEvent: 2, until: goOn.promise } })
    const begun = await Promise.all(Array.from({ length: STREAMS }, () => stage.send('chat')))
    for (const response of begun) admitted.set(idOf(response), Date.now())
    offset.ms = ms
    vendor.script({ text: ['at once'] })
    const response = await stage.send('messages')
    expect([response.status, await response.text()]).toEqual([200, expect.stringContaining('message_stop')])
    admitted.set(idOf(response), Date.now())
    goOn.resolve()
    for (const one of begun) expect([one.status, await one.text()]).toEqual([200, expect.stringContaining('[DONE]')])
    // Whoever signs in is let in.
    await connectGateway(stage.origin, ADMIN)
  }
  expect([await statusOf(), await statusOf()], 'the day that was left and come back to').toEqual([200, 429])

  const { byId, balance } = await stage.books()
  const kept = [...admitted].map(([id, at]) => Math.abs((byId.get(id)?.at ?? 0) - at) < HOUR_MS / 2)
  expect([kept.every(Boolean), balance]).toEqual([true, true])
  reached(
    'T1',
    `${OFF_MS.length} jumps with ${STREAMS} streams under way at each: ${admitted.size} answered, a row each, where its clock was`,
  )
}, 60_000)
