import { expect, test } from 'vitest'
import type { Dialect } from '../../src/core/protocol.ts'
import { startToxic } from '../toxic/toxic.ts'
import type { Script } from '../vendor/scripts.ts'
import { startVendor, type Vendor } from '../vendor/server.ts'
import { many, reached } from './figures.ts'
import { FORM_NAMES, type FormName, isTypedError, splitAnswer } from './forms.ts'
import { inLanes } from './lanes.ts'
import { idOf, type Stage, startStage } from './stage.ts'

/** Each answer has a connection of its own, so that a byte of it is a byte of its connection. */
const SHORT: Script = { text: ['你', '好 🙂'], usage: { input: 7, output: 2 }, headers: { connection: 'close' } }
const LANES = 6
/** One of so many offsets; a prime, so that no boundary is always missed. */
const STEP = many(41, 1)
/** The dialect that the provider of each form speaks when the answer is to be translated. */
const OTHER: Readonly<Record<FormName, Dialect>> = {
  chat: 'anthropic',
  responses: 'gemini',
  messages: 'openai',
  events: 'openai',
  array: 'anthropic',
}
const FINISHED = /"finish_reason":"stop"|response\.completed|message_stop|"finishReason":\s*"STOP"/

/** What is wrong with what a caller has seen; whole events, then either their end or one failure in the dialect, are right. */
function faultOf(form: FormName, { text, status }: { text: string; status: number }, sent: string | null): string {
  if (status !== 200) return isTypedError(form, text) ? '' : 'no error of the dialect'
  const { forwarded, failed } = splitAnswer(form, text)
  if (sent !== null && !sent.startsWith(forwarded) && text !== `${sent.trimEnd().replace(/]$/, '')}]`)
    return 'not the vendor’s bytes'
  const finished = FINISHED.test(forwarded)
  if (failed === finished) return failed ? 'a failure after the end' : 'an end without a word'
  if (form === 'array') return Array.isArray(JSON.parse(text)) ? '' : 'no array'
  return /(\n\n|\r\n\r\n)$/.test(text) ? '' : 'half an event'
}

type Lane = Awaited<ReturnType<typeof openLane>>

/** A proxy before the vendor, and a model for each dialect a provider may be limited to. */
async function openLane(stage: Stage, vendor: Vendor, { n, parts }: { n: number; parts: AsyncDisposableStack }) {
  const proxy = parts.use(await startToxic(vendor.origin))
  for (const dialects of [['openai'], ['anthropic'], ['gemini'], ['openai', 'anthropic', 'gemini']] as const) {
    const model = `${dialects.join('-')}-${n}`
    await stage.addModel(model)
    await stage.addWay({ model, origin: proxy.origin, dialects })
  }
  return { proxy, modelFor: (only: Dialect | null) => `${only ?? 'openai-anthropic-gemini'}-${n}` }
}

test('U4 a reset at every byte of a stream leaves whole events and one typed error, and is settled once', async () => {
  await using stage = await startStage()
  await using parts = new AsyncDisposableStack()
  const vendor = parts.use(await startVendor({ keepBytes: 64 * 1024 }))
  vendor.script(SHORT)
  const lanes = await Promise.all(Array.from({ length: LANES }, (_, n) => openLane(stage, vendor, { n, parts })))
  const wrong: string[] = []
  const ids = new Set<string>()

  async function resetAt(offset: number, { proxy, modelFor }: Lane, form: FormName, only: Dialect | null) {
    proxy.set({ resetAfterBytes: offset })
    const model = modelFor(only)
    const response = await stage.send(form, { model })
    const text = await response.text()
    ids.add(idOf(response))
    const served = vendor.served.findLast((one) => one.model === model || one.path.includes(model))
    await served?.done
    const fault = faultOf(form, { text, status: response.status }, only ? null : (served?.sent.toString() ?? ''))
    if (fault) wrong.push(`${form} from ${only ?? 'its own'} at ${offset}: ${fault}: …${text.slice(-200)}`)
  }

  async function sizeOf({ proxy, modelFor }: Lane, form: FormName, only: Dialect | null): Promise<number> {
    proxy.set({})
    const before = proxy.carriedBytes
    const response = await stage.send(form, { model: modelFor(only) })
    await response.text()
    ids.add(idOf(response))
    return proxy.carriedBytes - before
  }

  for (const form of FORM_NAMES)
    for (const only of [null, OTHER[form]]) {
      const [first] = lanes
      const size = first ? await sizeOf(first, form, only) : 0
      const offsets = Array.from({ length: Math.ceil(size / STEP) }, (_, i) => i * STEP)
      await inLanes(LANES, offsets, async (offset, n) => {
        const lane = lanes[n]
        if (lane) await resetAt(offset, lane, form, only)
      })
    }
  expect(wrong).toEqual([])
  expect(ids.size).toBeGreaterThan(many(300, 10_000))
  const { rows, byId, balance } = await stage.books()
  expect([...ids].filter((id) => !byId.has(id))).toEqual([])
  expect(rows.length).toBe(ids.size)
  expect(balance).toBe(true)
  const failed = rows.filter(({ status }) => status === 'failed').length
  reached(
    'U4',
    `${ids.size} streams in ${FORM_NAMES.length} forms, forwarded and translated: ${failed} failures told, 0 wrong, a row each`,
  )
}, 300_000)
