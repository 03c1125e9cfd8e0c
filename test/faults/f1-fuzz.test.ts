import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Dice, diceOf } from '../../src/demo/dice.ts'
import { startVendor, type Vendor } from '../vendor/server.ts'
import { many, reached } from './figures.ts'
import { FORM_NAMES, FORMS, isTypedError } from './forms.ts'
import { inLanes } from './lanes.ts'
import { openSocket, saidBy } from './raw-caller.ts'
import { startProcessStage } from './stage.ts'

const SEED = Number(process.env['YUMEN_FAULTS_SEED'] ?? Date.now() % 1_000_000)
const LANES = 12

const parts = new AsyncDisposableStack()
let stage: Awaited<ReturnType<typeof startProcessStage>>
let vendor: Vendor
let loopFile: string
beforeAll(async () => {
  process.stdout.write(`F1: YUMEN_FAULTS_SEED=${SEED}\n`)
  const folder = await mkdtemp(join(tmpdir(), 'yumen-loop-'))
  parts.defer(() => rm(folder, { recursive: true }))
  loopFile = join(folder, 'loop.json')
  vendor = parts.use(await startVendor({ keepBytes: 0 }))
  stage = parts.use(
    await startProcessStage({
      NODE_OPTIONS: `--import ${new URL('loop-watch.ts', import.meta.url).href}`,
      YUMEN_FAULTS_LOOP: loopFile,
    }),
  )
  for (const dialect of ['openai', 'anthropic', 'gemini'] as const) {
    await stage.addModel(`from-${dialect}`)
    await stage.addWay({ model: `from-${dialect}`, origin: vendor.origin, dialects: [dialect] })
  }
  // What is compiled for the first time is no stall of a body's making.
  for (const form of FORM_NAMES) for (const model of MODELS) await (await stage.send(form, { model })).text()
  stage.process.child.kill('SIGUSR2')
})
afterAll(() => parts.disposeAsync())

const pick = <T>(dice: Dice, list: readonly T[]): T => list[Math.floor(dice() * list.length)] as T
const MODELS = ['from-openai', 'from-anthropic', 'from-gemini']
/** What stands where something else is expected. */
const STRANGE: readonly unknown[] = [
  null,
  true,
  -1,
  0.5,
  1e308,
  '',
  'x'.repeat(5000),
  '\ud800',
  '\u0000',
  [],
  {},
  [[[[[[]]]]]],
  { type: 'text' },
  { type: 'image_url', image_url: { url: 'http://169.254.169.254/' } },
  { __proto__: null, constructor: { prototype: 1 } },
  [{ role: 'tool', content: 7, tool_call_id: {} }],
  [{ role: 'assistant', tool_calls: [{ id: 1, function: { arguments: '{' } }] }],
  [{ type: 'function', function: { name: '', parameters: [] } }],
]
const FIELDS = [
  'model',
  'messages',
  'input',
  'contents',
  'stream',
  'stream_options',
  'max_tokens',
  'max_completion_tokens',
  'tools',
  'tool_choice',
  'response_format',
  'system',
  'systemInstruction',
  'generationConfig',
  'temperature',
  'stop',
  'n',
  'thinking',
  'metadata',
  'reasoning',
  'text',
  'include',
  'cache_control',
]

/** A body that was right once: some fields are strange, deep or gone, or its bytes are hurt. */
function hurtBody(dice: Dice, body: object): string {
  const hurt: Record<string, unknown> = { ...body }
  for (let i = Math.floor(dice() * 4); i > 0; i -= 1) {
    const field = pick(dice, FIELDS)
    if (dice() < 0.2) delete hurt[field]
    else hurt[field] = dice() < 0.2 ? [hurt[field], pick(dice, STRANGE)] : pick(dice, STRANGE)
  }
  return hurtText(dice, JSON.stringify(hurt), 0.3)
}

/** The text as it is, or with a part of it cut out, doubled, replaced, or nested without an end. */
function hurtText(dice: Dice, text: string, share: number): string {
  if (dice() > share) return text
  const from = Math.floor(dice() * text.length)
  const to = Math.min(text.length, from + Math.floor(dice() * 40))
  const put = pick(dice, [
    '',
    text.slice(from, to).repeat(3),
    '"',
    '\\',
    '}',
    '{"a":',
    '['.repeat(20_000),
    '\n\n',
    '\r',
    '\ufeff',
    '\u2028',
    'data: ',
  ])
  return text.slice(0, from) + put + text.slice(to)
}

const HEADERS: readonly [string, string][] = [
  ['content-type', 'text/plain'],
  ['content-type', 'multipart/form-data; boundary=x'],
  ['content-encoding', 'gzip'],
  ['content-encoding', 'br, gzip'],
  ['accept-language', 'zh;q=nan,,,;'],
  ['anthropic-version', '\u00ff\u00fe'],
  ['anthropic-beta', 'x'.repeat(3000)],
  ['user-agent', ''],
  ['x-forwarded-for', '::ffff:1.2.3.4, <script>'],
  ['idempotency-key', "'; drop table request; --"],
  ['accept', '*/*;q=0'],
  ['expect', '100-continue'],
  ['upgrade', 'h2c'],
]

test('F1 no body and no header, however wrong, is answered with a fault of ours or ends the gateway', async () => {
  const dice = diceOf(SEED)
  vendor.script({ text: ['ok'] })
  const statuses = new Map<number, number>()
  const wrong: string[] = []
  const requests = many(1500, 25_000)
  await inLanes(LANES, Array(requests).keys(), async () => {
    const form = pick(dice, FORM_NAMES)
    const model = pick(dice, MODELS)
    const stream = dice() < 0.5
    const headers = new Headers({ authorization: `Bearer ${stage.key}`, 'content-type': 'application/json' })
    if (dice() < 0.3)
      headers.set(
        ...pick(
          dice,
          HEADERS.filter(([name]) => name !== 'expect' && name !== 'upgrade'),
        ),
      )
    const body = hurtBody(dice, FORMS[form].body(model, stream))
    const path =
      dice() < 0.05 ? hurtText(dice, FORMS[form].path(model, stream), 1).slice(0, 500) : FORMS[form].path(model, stream)
    const url = new URL(stage.origin)
    url.pathname = path.split('?')[0] ?? ''
    url.search = path.split('?')[1] ?? ''
    const response = await fetch(url, { method: 'POST', headers, body, redirect: 'manual' })
    const text = await response.text()
    statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1)
    const told = response.status < 400 || isTyped(form, text)
    if (response.status >= 500 || !told)
      wrong.push(`${response.status} ${form} ${model}: ${body.slice(0, 300)} → ${text.slice(0, 200)}`)
  })
  expect(wrong.slice(0, 5)).toEqual([])
  const told = [...statuses].toSorted(([one], [other]) => one - other).map(([status, n]) => `${n} × ${status}`)
  reached('F1', `${requests} hurt requests: ${told.join(', ')}; no 5xx`)
}, 300_000)

/** Paths that are hurt may belong to another dialect, or to the console. */
function isTyped(form: (typeof FORM_NAMES)[number], text: string): boolean {
  try {
    return isTypedError(form, text) || text.includes('"error"')
  } catch {
    return text === ''
  }
}

test('F1 raw bytes instead of a request close the connection, and no more', async () => {
  const dice = diceOf(SEED + 1)
  const right = `POST /v1/chat/completions HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${stage.key}\r\nconnection: close\r\n`
  await inLanes(LANES, Array(many(200, 2500)).keys(), async () => {
    const [name, value] = pick(dice, HEADERS)
    const socket = await openSocket(stage.origin)
    const head = hurtText(dice, `${right}${name}: ${value}\r\n`, 0.7)
    socket.end(Buffer.from(`${head}content-length: 2\r\n\r\n{}`, 'latin1'))
    const said = await saidBy(socket)
    expect(said).not.toMatch(/^HTTP\/1\.1 5/)
  })
  expect((await fetch(`${stage.origin}/health/ready`)).status).toBe(200)
}, 120_000)

test('F1 no stream of an upstream, however wrong, ends the gateway or goes without a row', async () => {
  const dice = diceOf(SEED + 2)
  const rights = new Map<string, string>()
  for (const model of MODELS) {
    vendor.script({
      text: ['一 ', 'two ', '🙂'],
      thinking: ['hm'],
      tools: [{ id: 't', name: 'f', arguments: { a: 1 } }],
    })
    const form = model === 'from-openai' ? 'chat' : model === 'from-anthropic' ? 'messages' : 'events'
    rights.set(model, await (await stage.send(form, { model })).text())
  }
  vendor.script({})
  const requests = many(800, 20_000)
  let broken = 0
  await inLanes(LANES, Array(requests).keys(), async () => {
    const model = pick(dice, MODELS)
    const form = pick(dice, FORM_NAMES)
    let body = rights.get(model) ?? ''
    for (let i = Math.ceil(dice() * 3); i > 0; i -= 1) body = hurtText(dice, body, 1)
    // Picked by the vendor for the next request it sees, whichever that is: hurt is hurt.
    vendor.queue({ body, headers: { 'content-type': 'text/event-stream' }, ...(dice() < 0.3 && { splitBytes: 7 }) })
    const response = await stage.send(form, { model })
    const text = await response.text()
    if (response.status !== 200 || /"error"/.test(text)) broken += 1
    if (response.status !== 200) expect(isTypedError(form, text)).toBe(true)
  })
  expect(broken).toBeGreaterThan(0)
  expect((await fetch(`${stage.origin}/health/ready`)).status).toBe(200)
  const { rows, balance } = await stage.books()
  expect(balance).toBe(true)
  expect(rows.filter(({ error_class }) => error_class === 'internal')).toEqual([])
  const { maxMs, p999Ms } = JSON.parse(await readFile(loopFile, 'utf8')) as { maxMs: number; p999Ms: number }
  expect(maxMs).toBeGreaterThan(0)
  reached(
    'F1',
    `${requests} hurt streams: ${broken} told as broken, none a fault of ours, all settled; meanwhile the event loop stood still for ${p999Ms.toFixed(0)} ms in a thousandth of its turns, ${maxMs.toFixed(0)} ms at most`,
  )
}, 300_000)
