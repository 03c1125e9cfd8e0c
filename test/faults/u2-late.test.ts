import Anthropic from '@anthropic-ai/sdk'
import { GoogleGenAI } from '@google/genai'
import OpenAI from 'openai'
import { expect, test } from 'vitest'
import type { Dialect } from '../../src/core/protocol.ts'
import type { Script } from '../vendor/scripts.ts'
import { startVendor } from '../vendor/server.ts'
import { LONG, many, reached } from './figures.ts'
import { FORM_NAMES, FORMS, type FormName, isTypedError, splitAnswer } from './forms.ts'
import { idOf, type Stage, startStage } from './stage.ts'

/** Longer than the head of a stream waits; in the long form long enough for the beats that follow it. */
const SILENT_MS = many(10_600, 27_000)
/** Many a client gives up on a head, and on a body, after five minutes, unless it is told otherwise. */
const VERY_LATE_MS = 310_000
const TRANSLATED: Readonly<Record<FormName, Dialect>> = {
  chat: 'anthropic',
  responses: 'openai',
  messages: 'gemini',
  events: 'anthropic',
  array: 'openai',
}

/** Reads a stream to its end and notes when each piece came. */
async function timed(response: Response, begun: number) {
  const pieces: { text: string; ms: number }[] = []
  for await (const bytes of response.body ?? [])
    pieces.push({ text: Buffer.from(bytes).toString(), ms: performance.now() - begun })
  return pieces
}

/** Asks and checks that blank lines came in time, and then the answer as if nothing had been. */
async function keptAlive(stage: Stage, form: FormName, model: string): Promise<number> {
  const begun = performance.now()
  const response = await stage.send(form, { model })
  const headMs = performance.now() - begun
  const pieces = await timed(response, begun)
  const text = pieces.map((piece) => piece.text).join('')
  const beats = pieces.filter((piece) => piece.text === '\n\n')
  expect([form, response.status]).toEqual([form, 200])
  expect(headMs).toBeGreaterThan(9000)
  expect(headMs).toBeLessThan(12_000)
  expect(beats.length).toBe(many(1, 2))
  expect(splitAnswer(form, text).failed).toBe(false)
  if (form === 'array') expect(JSON.parse(text)).toHaveProperty('0.candidates')
  else expect(text.trimStart()).toMatch(/^(data|event): /)
  expect(text).toContain(' vendor.')
  return headMs
}

test('U2 a first token that is late is waited for, and the caller hears a blank line meanwhile', async () => {
  await using stage = await startStage()
  await using parts = new AsyncDisposableStack()
  const vendor = parts.use(await startVendor({ keepBytes: 0 }))
  const late = { delays: { headersMs: SILENT_MS } }
  const scripts: Record<string, Script> = {
    late,
    'late-word': { delays: { firstEventMs: SILENT_MS } },
    'late-reset': { ...late, cut: 'before-headers' },
    'late-refusal': { ...late, status: 400, message: 'Unknown parameter: x' },
    'very-late': { delays: { firstEventMs: VERY_LATE_MS } },
  }
  for (const [model, script] of Object.entries(scripts)) {
    vendor.on(model, script)
    await stage.addModel(model)
    await stage.addWay({ model, origin: vendor.origin, priority: 1 })
  }
  const spare = parts.use(await startVendor())
  await stage.addModel('spared')
  vendor.on('spared', scripts['late-reset'] ?? {})
  await stage.addWay({ model: 'spared', origin: vendor.origin, priority: 1 })
  await stage.addWay({ model: 'spared', origin: spare.origin, priority: 2 })
  for (const dialect of new Set(Object.values(TRANSLATED))) {
    vendor.on(`from-${dialect}`, late)
    await stage.addModel(`from-${dialect}`)
    await stage.addWay({ model: `from-${dialect}`, origin: vendor.origin, dialects: [dialect] })
  }

  const broken = async (form: FormName, model: string) => {
    const response = await stage.send(form, { model })
    const text = await response.text()
    expect(text.replace(FORMS[form].failure, '').trim()).toBe('')
    expect(splitAnswer(form, text).failed).toBe(true)
    if (form === 'array') expect(JSON.parse(text)).toMatchObject([{ error: {} }])
    if (model === 'late-refusal') expect(text).toContain('Unknown parameter: x')
    const row = await stage.admin.row(idOf(response))
    expect(row).toMatchObject({ status: 'failed', http_status: 200, cost: '0' })
  }
  const spared = async (form: FormName) => {
    const response = await stage.send(form, { model: 'spared' })
    expect(await response.text()).toContain(' vendor.')
    expect(await stage.admin.row(idOf(response))).toMatchObject({ status: 'succeeded', attempts_made: 2 })
  }
  const veryLate = async () => {
    const response = await stage.send('chat', { model: 'very-late' })
    expect(await response.text()).toContain(' vendor.')
  }
  const [heads] = await Promise.all([
    Promise.all(
      FORM_NAMES.flatMap((form) => [
        keptAlive(stage, form, 'late'),
        keptAlive(stage, form, 'late-word'),
        keptAlive(stage, form, `from-${TRANSLATED[form]}`),
      ]),
    ),
    ...FORM_NAMES.flatMap((form) => [broken(form, 'late-reset'), broken(form, 'late-refusal'), spared(form)]),
    libraries(stage),
    ...(LONG ? [veryLate()] : []),
  ])
  const { balance } = await stage.books()
  expect(balance).toBe(true)
  const seconds = (Math.max(...heads) / 1000).toFixed(1)
  reached(
    'U2',
    `${heads.length} silent streams had their head within ${seconds} s; failures after it told in-band, the next candidate still asked${LONG ? `; a first token after ${VERY_LATE_MS / 1000} s arrived` : ''}`,
  )
}, 400_000)

/** The vendors' own libraries read a stream that began with blank lines. */
async function libraries({ origin, key }: Stage): Promise<void> {
  const messages = [{ role: 'user' as const, content: 'hi' }]
  const openai = new OpenAI({ apiKey: key, baseURL: `${origin}/v1`, maxRetries: 0 })
  const anthropic = new Anthropic({ apiKey: key, baseURL: origin, maxRetries: 0 })
  const gemini = new GoogleGenAI({ apiKey: key, httpOptions: { baseUrl: origin } })
  const said = await Promise.all([
    openai.chat.completions
      .stream({ model: 'late', messages })
      .finalChatCompletion()
      .then(({ choices }) => choices[0]?.message.content),
    openai.responses
      .stream({ model: 'late', input: 'hi' })
      .finalResponse()
      .then(({ output_text: text }) => text),
    anthropic.messages.stream({ model: 'late', messages, max_tokens: 100 }).finalText(),
    gemini.models.generateContentStream({ model: 'late', contents: 'hi' }).then(async (chunks) => {
      let text = ''
      for await (const chunk of chunks) text += chunk.text ?? ''
      return text
    }),
  ])
  expect(new Set(said)).toEqual(new Set(['Hello from the vendor.']))
}

test('U2 an endpoint that keeps its caller waiting longer than it may is passed over', async () => {
  await using stage = await startStage()
  await using vendor = await startVendor({ keepBytes: 0 })
  await using spare = await startVendor({ keepBytes: 0 })
  vendor.script({ delays: { firstEventMs: 60_000 } })
  for (const model of ['m', 'alone']) {
    await stage.addModel(model)
    await stage.addWay({ model, origin: vendor.origin, priority: 1, timeouts: { first_token_ms: 300 } })
  }
  await stage.addWay({ model: 'm', origin: spare.origin, priority: 2 })
  for (const form of FORM_NAMES) {
    const response = await stage.send(form)
    expect(await response.text()).toContain(' vendor.')
    const refused = await stage.send(form, { model: 'alone' })
    expect([503, 504, 529]).toContain(refused.status)
    expect(isTypedError(form, await refused.text())).toBe(true)
  }
}, 30_000)
