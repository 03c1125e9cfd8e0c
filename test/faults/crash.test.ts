import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { openDatabase } from '../../src/store/database.ts'
import { diceOf } from '../../src/demo/dice.ts'
import { connectGateway, PRICE } from '../e2e/gateway.ts'
import { startVendor } from '../vendor/server.ts'
import { many, reached } from './figures.ts'
import { FILLER, fillDatabase } from './fill.ts'
import { ADMIN } from '../e2e/process-env.ts'
import { type GatewayProcess, startGatewayProcess } from './gateway-process.ts'

const ROUNDS = many(20, 200)
/** What the database holds before the first kill, in the long form. */
const FILLED_BYTES = many(0, 1024 ** 3)
const SEED = Number(process.env['YUMEN_FAULTS_SEED'] ?? Date.now() % 1_000_000)
const CALLERS = 24
const USAGE = { input: 1000, output: 100 }
/** What USAGE costs at PRICE, in nano-dollars. */
const COST_NANOS = BigInt((Number(PRICE.input) * USAGE.input + Number(PRICE.output) * USAGE.output) * 1000)

/** What each caller has seen the end of, by request id. */
type Tally = Map<string, 'ok' | 'error'>

/** One caller's life until the process dies: requests of every kind, one after another. */
async function call(origin: string, key: string, dice: () => number, tally: Tally): Promise<void> {
  for (;;) {
    const stream = dice() < 0.6
    const model = ['m', 'm', 'm', 'slow', 'broken'][Math.floor(dice() * 5)] ?? 'm'
    const anthropic = dice() < 0.3
    const leave = new AbortController()
    const leaving = dice() < 0.1
    try {
      const response = await fetch(`${origin}${anthropic ? '/v1/messages' : '/v1/chat/completions'}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ model, stream, max_tokens: 100, messages: [{ role: 'user', content: 'hi' }] }),
        signal: leave.signal,
      })
      const id = response.headers.get('x-yumen-request-id')
      if (leaving) leave.abort()
      await response.text()
      // Only now is it answered: the caller has seen the end.
      if (id) tally.set(id, response.ok && model !== 'broken' ? 'ok' : 'error')
    } catch {
      if (!leave.signal.aborted) return
    }
  }
}

/** Load for a random while, and the end of the process in the middle of it. */
async function load(gateway: GatewayProcess, key: string, dice: () => number, tally: Tally): Promise<void> {
  const callers = Array.from({ length: CALLERS }, () => call(gateway.origin, key, dice, tally))
  await pause(50 + dice() * 700)
  await gateway.end('SIGKILL')
  await Promise.all(callers)
}

test(
  `P1: ${ROUNDS} × kill -9 under load lose no row, double none, and the books balance`,
  async () => {
    process.stdout.write(`crash: YUMEN_FAULTS_SEED=${SEED}\n`)
    const dice = diceOf(SEED)
    const dataDir = await mkdtemp(join(tmpdir(), 'yumen-crash-'))
    await using disposal = new AsyncDisposableStack()
    disposal.defer(() => rm(dataDir, { recursive: true, force: true }))
    const vendor = disposal.use(await startVendor({ keepBytes: 0 }))
    vendor.on('m', { usage: USAGE })
    vendor.on('slow', { usage: USAGE, delays: { headersMs: 20, eventMs: 30 } })
    vendor.on('broken', { usage: USAGE, cut: { atEvent: 2 } })

    let gateway = await startGatewayProcess(dataDir)
    disposal.defer(() => gateway.end('SIGKILL'))
    const firstReadyMs = gateway.readyMs
    const { addModel, addProvider, addKey } = await connectGateway(gateway.origin, ADMIN)
    for (const model of ['m', 'slow', 'broken']) await addModel(model)
    await addProvider({ vendor, models: ['m', 'slow', 'broken'] })
    const { secret } = await addKey()

    if (FILLED_BYTES > 0) {
      await gateway.end('SIGTERM')
      const filled = await fillDatabase(dataDir, FILLED_BYTES)
      reached('P1', `${filled} rows in ${(FILLED_BYTES / 1024 ** 3).toFixed(1)} GiB before the first kill`)
      gateway = await startGatewayProcess(dataDir)
    }

    const tally: Tally = new Map()
    const readyMs: number[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      await load(gateway, secret, dice, tally)
      gateway = await startGatewayProcess(dataDir)
      readyMs.push(gateway.readyMs)
    }
    await gateway.end('SIGTERM')
    const sent = vendor.served.filter(({ path }) => !path.endsWith('/models')).length

    await using db = await openDatabase({ dataDir })
    const rows = await db.kysely.selectFrom('request').selectAll().where('user_id', '<>', FILLER).execute()
    const rollups = await db.kysely.selectFrom('rollup_hour').selectAll().execute()
    const byId = new Map(rows.map((row) => [row.id, row]))
    reached(
      'P1',
      `${ROUNDS} kills: ${tally.size} answered, ${sent} sent, ${rows.length} rows, of them ${
        rows.filter((row) => row.error_class === 'gateway_stopped').length
      } cut short; first ready after ${firstReadyMs.toFixed(0)} ms, again after ${median(readyMs).toFixed(0)} ms, at most ${Math.max(...readyMs).toFixed(0)} ms`,
    )

    const ok = [...tally].flatMap(([id, how]) => (how === 'ok' ? [id] : []))
    expect(ok.length).toBeGreaterThan(ROUNDS)
    expect(ok.filter((id) => byId.get(id)?.cost_nanos !== COST_NANOS)).toEqual([])
    expect([...tally.keys()].filter((id) => !byId.has(id))).toEqual([])
    // Each request that an upstream saw was admitted first, so it has a row however it ended.
    expect(rows.length).toBeGreaterThanOrEqual(sent)
    const sum = <T>(list: readonly T[], of: (one: T) => bigint) => list.reduce((total, one) => total + of(one), 0n)
    expect(sum(rollups, (cell) => BigInt(cell.requests))).toBe(BigInt(rows.length))
    expect(sum(rollups, (cell) => cell.cost_nanos)).toBe(sum(rows, (row) => row.cost_nanos))
    expect(sum(rollups, (cell) => BigInt(cell.output))).toBe(sum(rows, (row) => BigInt(row.output)))
    // Two seconds; more only where the very first start, which has no journal to read, is that slow too.
    expect(median(readyMs)).toBeLessThan(Math.max(2000, 2 * firstReadyMs))
  },
  many(180_000, 900_000),
)

function median(figures: readonly number[]): number {
  return figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)] ?? 0
}
