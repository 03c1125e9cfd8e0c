import { expect, test } from 'vitest'
import { DIALECTS } from '../../src/core/protocol.ts'
import { startVendor } from '../vendor/server.ts'
import { reached } from './figures.ts'
import { FORM_NAMES, splitAnswer } from './forms.ts'
import { idOf, startStage } from './stage.ts'

const IDLE_MS = 400
const never = new Promise<never>(() => undefined)

test('U3 a stream that stalls ends with an error in its dialect after the idle time, and what came is charged', async () => {
  await using stage = await startStage()
  await using vendor = await startVendor({ keepBytes: 0 })
  const usage = { input: 40, output: 9 }
  const words = { text: ['one ', 'two ', 'three ', 'four '], usage }
  const models: string[] = []
  for (const dialect of DIALECTS) {
    models.push(`from-${dialect}`)
    vendor.on(`from-${dialect}`, { ...words, pause: { atEvent: 5, until: never } })
    await stage.addModel(`from-${dialect}`)
    await stage.addWay({
      model: `from-${dialect}`,
      origin: vendor.origin,
      dialects: [dialect],
      timeouts: { idle_ms: IDLE_MS },
    })
  }
  vendor.on('from-gemini', { ...words, pause: { atEvent: 3, until: never } })
  const waits = await Promise.all(
    FORM_NAMES.flatMap((form) =>
      models.map(async (model) => {
        const begun = performance.now()
        const response = await stage.send(form, { model })
        const text = await response.text()
        const ms = performance.now() - begun
        const { forwarded, failed } = splitAnswer(form, text)
        expect([form, model, response.status, failed]).toEqual([form, model, 200, true])
        expect(forwarded).toContain('one ')
        expect(ms).toBeGreaterThan(IDLE_MS)
        const row = await stage.admin.row(idOf(response))
        expect(row).toMatchObject({ status: 'failed', end: 'idle_timeout' })
        expect(['partial', 'estimated']).toContain(row.usage_source)
        expect(Number(row.cost)).toBeGreaterThan(0)
        return ms - IDLE_MS
      }),
    ),
  )
  expect(vendor.served.filter(({ aborted }) => aborted)).toHaveLength(waits.length)
  const late = Math.max(...waits)
  expect(late).toBeLessThan(2500)
  reached(
    'U3',
    `${waits.length} stalls told in-band, at most ${late.toFixed(0)} ms after the idle time; each charged in part`,
  )
}, 30_000)

test('U3 a stream that stalls when all has been said is a whole answer', async () => {
  await using stage = await startStage()
  await using vendor = await startVendor({ keepBytes: 0 })
  // Before [DONE], and before the event that closes a message whose reason to stop has been told.
  const ends = { 'own-protocol': ['openai', 7], translated: ['anthropic', 9] } as const
  for (const [model, [dialect, atEvent]] of Object.entries(ends)) {
    vendor.on(model, { pause: { atEvent, until: never } })
    await stage.addModel(model)
    await stage.addWay({ model, origin: vendor.origin, dialects: [dialect], timeouts: { idle_ms: IDLE_MS } })
    const response = await stage.send('chat', { model })
    const text = await response.text()
    expect(splitAnswer('chat', text).failed).toBe(false)
    expect(text).toContain('"finish_reason":"stop"')
    expect(vendor.served.at(-1)?.aborted).toBe(true)
    expect(await stage.admin.row(idOf(response))).toMatchObject({ status: 'succeeded', usage_source: 'upstream' })
  }
}, 30_000)
