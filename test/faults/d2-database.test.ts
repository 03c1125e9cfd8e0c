import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { findPostgres } from '../e2e/postgres-server.ts'
import { startVendor } from '../vendor/server.ts'
import { many, reached } from './figures.ts'
import { inLanes, untilThen } from './lanes.ts'
import { startProcessStage } from './stage.ts'

const start = findPostgres()
const CRASHES = many(2, 20)
const AWAY_MS = many(1500, 20_000)
const LANES = 8

test.skipIf(start === null)(
  'D2 a PostgreSQL that crashes under load, and one that is away, fail no request and lose no row',
  async () => {
    await using server = await start?.()
    if (!server?.crash) return
    await using vendor = await startVendor({ keepBytes: 0 })
    await using stage = await startProcessStage({ DATABASE_URL: server.url, LOG_LEVEL: 'silent' })
    await stage.addModel('m')
    await stage.addWay({ model: 'm', origin: vendor.origin })
    const answers = { whole: 0, else: [] as string[] }
    let over = false
    const asking = inLanes(
      LANES,
      untilThen(() => over),
      async () => {
        const response = await stage.send('chat')
        const said = await response.text()
        if (response.status === 200 && said.includes('data: [DONE]')) answers.whole += 1
        else answers.else.push(`${response.status} ${said.slice(0, 200)}`)
      },
    )
    for (let crash = 0; crash < CRASHES; crash += 1) {
      await pause(300)
      await server.crash()
    }
    const before = answers.whole
    await server.crash(() => pause(AWAY_MS))
    const meanwhile = answers.whole - before
    over = true
    await asking
    const { rows, balance } = await stage.books()
    expect(answers.else).toEqual([])
    expect(meanwhile).toBeGreaterThan(0)
    expect(rows.filter(({ status }) => status !== 'succeeded')).toEqual([])
    expect([rows.length, balance]).toEqual([answers.whole, true])
    reached(
      'D2',
      `${CRASHES} crashes and ${AWAY_MS / 1000} s without a database: ${answers.whole} asked, ${meanwhile} of them in that time, all answered, a row each`,
    )
  },
  180_000,
)
