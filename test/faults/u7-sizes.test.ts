import { afterAll, beforeAll, expect, test } from 'vitest'
import { startToxic } from '../toxic/toxic.ts'
import { startVendor, type Vendor } from '../vendor/server.ts'
import { many, reached } from './figures.ts'
import { FORM_NAMES, isTypedError, splitAnswer } from './forms.ts'
import { startProcessStage } from './stage.ts'

const MIB = 1024 * 1024
const STREAMS = 20
const EVENTS = many(5_000, 50_000)

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

/** Runs work and gives by how much memory grew at most meanwhile. */
async function peakGrowth(work: () => Promise<unknown>): Promise<number> {
  const before = await stage.residentBytes()
  let peak = before
  let over = false
  const watching = (async () => {
    while (!over) {
      peak = Math.max(peak, await stage.residentBytes())
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  })()
  await work()
  over = true
  await watching
  return peak - before
}

test.runIf(process.platform === 'linux')(
  'U7 tiny events by the million take no memory',
  async () => {
    vendor.script({ text: Array.from({ length: EVENTS }, () => 'a') })
    const read = async () => {
      let bytes = 0
      for await (const piece of (await stage.send('chat')).body ?? []) bytes += piece.length
      return bytes
    }
    const all = () => Promise.all(Array.from({ length: STREAMS }, read))
    // Compiled code and first buffers belong to any gateway that has been serving.
    vendor.script({ text: Array.from({ length: 2000 }, () => 'a') })
    for (let i = 0; i < 3; i += 1) await all()
    vendor.script({ text: Array.from({ length: EVENTS }, () => 'a') })
    const grown = (await peakGrowth(all)) / MIB / STREAMS
    expect(grown).toBeLessThan(2)
    const millions = (STREAMS * EVENTS) / 1e6
    reached(
      'U7',
      `${millions} million events in ${STREAMS} streams: at most ${Math.max(0, grown).toFixed(2)} MiB a stream`,
    )
  },
  240_000,
)

test('U7 bytes that come one by one make the same answer', async () => {
  await using slow = await startToxic(vendor.origin, { sliceBytes: 1 })
  await stage.addModel('slow')
  await stage.addWay({ model: 'slow', origin: slow.origin })
  vendor.script({ text: ['一', '字', '一', '节'] })
  for (const form of FORM_NAMES) {
    const text = await (await stage.send(form, { model: 'slow' })).text()
    for (const word of ['一', '字', '节']) expect(text).toContain(word)
    expect(splitAnswer(form, text).failed).toBe(false)
  }
}, 60_000)

test('U7 an event of forty mebibytes is an error, and the gateway lives', async () => {
  const big = 'x'.repeat(40 * MIB)
  for (const form of ['chat', 'messages'] as const) {
    vendor.script({ text: [big] })
    const refused = await stage.send(form)
    expect(refused.status).toBeGreaterThanOrEqual(500)
    expect(isTypedError(form, await refused.text())).toBe(true)
    vendor.script({ text: ['one ', big] })
    const text = await (await stage.send(form)).text()
    expect(splitAnswer(form, text).failed).toBe(true)
    expect(text.length).toBeLessThan(MIB)
  }
  vendor.script({})
  expect((await stage.send('chat')).status).toBe(200)
}, 60_000)
