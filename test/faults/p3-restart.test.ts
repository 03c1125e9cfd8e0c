import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { startVendor } from '../vendor/server.ts'
import { many, reached } from './figures.ts'
import { inLanes, untilThen } from './lanes.ts'
import { startSocketStage } from './stage.ts'

const RESTARTS = many(2, 20)
const LANES = 8

test('P3 a gateway in a socket that others hold is restarted under load, and no request is refused or cut', async () => {
  await using vendor = await startVendor({ keepBytes: 0 })
  await using stage = await startSocketStage()
  await stage.addModel('m')
  await stage.addWay({ model: 'm', origin: vendor.origin })
  const [answered, failed] = [{ count: 0, slowestMs: 0 }, [] as string[]]
  let over = false
  const asking = inLanes(
    LANES,
    untilThen(() => over),
    async (_, lane) => {
      const since = performance.now()
      try {
        const response = await stage.send('chat', { stream: lane % 2 === 0 })
        const said = await response.text()
        if (response.status !== 200 || !/\[DONE\]|"finish_reason": ?"stop"/.test(said))
          failed.push(`${response.status} ${said.slice(0, 200)}`)
        answered.count += 1
        answered.slowestMs = Math.max(answered.slowestMs, performance.now() - since)
      } catch (error) {
        failed.push(String((error as Error).cause ?? error))
      }
    },
  )
  for (let n = 0; n < RESTARTS; n += 1) {
    await pause(300)
    await stage.restart()
  }
  over = true
  await asking
  expect(failed).toEqual([])
  const { rows, balance } = await stage.books()
  expect(rows.filter(({ status }) => status !== 'succeeded')).toEqual([])
  expect([rows.length, balance]).toEqual([answered.count, true])
  reached(
    'P3',
    `${RESTARTS} restarts: ${answered.count} asked, none failed, a row each; who came between two starts waited ${(answered.slowestMs / 1000).toFixed(1)} s at most`,
  )
}, 400_000)
