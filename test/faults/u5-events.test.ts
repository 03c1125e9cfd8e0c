import { afterAll, beforeAll, expect, test } from 'vitest'
import { startToxic, type ToxicProxy } from '../toxic/toxic.ts'
import type { Script } from '../vendor/scripts.ts'
import { startVendor, type Vendor } from '../vendor/server.ts'
import { reached } from './figures.ts'
import { FORM_NAMES, FORMS, type FormName, wordsIn } from './forms.ts'
import { idOf, type Stage, startStage } from './stage.ts'

const WORDS = ['你好', '，世界 ', '🙂👩‍👩‍👧‍👦 ', 'naïve \u2028 end']
const parts = new AsyncDisposableStack()
let stage: Stage
let vendor: Vendor
let proxy: ToxicProxy

beforeAll(async () => {
  vendor = parts.use(await startVendor({ keepBytes: 1024 * 1024 }))
  proxy = parts.use(await startToxic(vendor.origin))
  stage = parts.use(await startStage())
  for (const dialect of ['openai', 'anthropic', 'gemini'] as const) {
    await stage.addModel(`from-${dialect}`)
    await stage.addWay({ model: `from-${dialect}`, origin: proxy.origin, dialects: [dialect] })
  }
})
afterAll(() => parts.disposeAsync())

async function answerTo(form: FormName, model: string): Promise<{ text: string; id: string; sent: string }> {
  const response = await stage.send(form, { model })
  // As bytes: reading it as text would take the byte order mark away.
  const text = Buffer.from(await response.arrayBuffer()).toString()
  const served = vendor.served.at(-1)
  await served?.done
  return { text, id: idOf(response), sent: served?.sent.toString() ?? '' }
}

const ODD_LINES: Record<string, Script> = {
  'CR LF': { text: WORDS, crlf: true },
  comments: { text: WORDS, heartbeat: ': keep-alive\n\n' },
  'a comment inside each event': { text: WORDS, heartbeat: ': note\n' },
  'ids and retries': { text: WORDS, heartbeat: 'id: 7\nretry: 100\n' },
  'blank lines': { text: WORDS, heartbeat: '\n\n\n' },
  'bad JSON in the middle': { text: WORDS, malformedAtEvent: 3 },
}

test('U5 odd but legal lines, and bad JSON, reach a caller of the same protocol byte for byte', async () => {
  let cases = 0
  for (const [oddity, script] of Object.entries(ODD_LINES))
    for (const form of FORM_NAMES) {
      // An array has no lines of its own.
      if (form === 'array' && oddity !== 'CR LF') continue
      vendor.script(script)
      const { text, sent } = await answerTo(form, `from-${FORMS[form].dialect}`)
      expect([oddity, form, text]).toEqual([oddity, form, sent])
      cases += 1
    }
  reached('U5', `${cases} odd streams forwarded byte for byte`)
})

test('U5 an event that is no JSON is left out of a translation, and the others come', async () => {
  for (const [oddity, script] of Object.entries(ODD_LINES)) {
    vendor.script(script)
    const { text, id } = await answerTo('chat', 'from-anthropic')
    const lost = oddity === 'bad JSON in the middle' ? 1 : 0
    expect([oddity, WORDS.filter((word) => !wordsIn(text).includes(word)).length]).toEqual([oddity, lost])
    expect(await stage.admin.row(id)).toMatchObject({ status: 'succeeded' })
  }
})

/** Streams as no vendor of ours writes them, and what is to come of each. */
const HAND_WRITTEN: [name: string, body: string][] = [
  ['no space after the colon', 'data:{"choices":[{"delta":{"content":"a"},"index":0}]}\n\ndata:[DONE]\n\n'],
  ['a byte order mark', '\uFEFFdata: {"choices":[{"delta":{"content":"a"},"index":0}]}\n\ndata: [DONE]\n\n'],
  ['CR alone', 'data: {"choices":[{"delta":{"content":"a"},"index":0}]}\r\rdata: [DONE]\r\r'],
  ['data over several lines', 'data: {"choices":\ndata: [{"delta":{"content":"a"},"index":0}]}\n\ndata: [DONE]\n\n'],
  ['no blank line at the end', 'data: {"choices":[{"delta":{"content":"a"},"index":0}]}\n\ndata: [DONE]\n'],
]

test.each(HAND_WRITTEN)('U5 a stream with %s arrives as it was written', async (_name, body) => {
  vendor.script({ body, headers: { 'content-type': 'text/event-stream' } })
  const { text, id } = await answerTo('chat', 'from-openai')
  expect(text).toBe(body)
  expect(await stage.admin.row(id)).toMatchObject({ status: 'succeeded' })
})

test('U6 characters that are split at every byte arrive whole, forwarded and translated', async () => {
  vendor.script({ text: WORDS, thinking: ['想一想 🤔'], headers: { connection: 'close' } })
  let cases = 0
  for (const form of FORM_NAMES)
    for (const dialect of ['openai', 'anthropic', 'gemini'] as const) {
      const model = `from-${dialect}`
      proxy.set({})
      const whole = wordsIn((await answerTo(form, model)).text)
      proxy.set({ sliceBytes: 1 })
      const { text, sent } = await answerTo(form, model)
      if (dialect === FORMS[form].dialect && form !== 'responses') expect(text).toBe(sent)
      expect(text).not.toContain('\uFFFD')
      expect([form, model, wordsIn(text)]).toEqual([form, model, whole])
      for (const word of WORDS) expect(whole).toContain(word)
      cases += 1
    }
  reached('U6', `${cases} streams cut at every byte, no character lost`)
}, 60_000)
