import { afterAll, beforeAll, expect, test } from 'vitest'
import { startVendor, type Vendor } from '../vendor/server.ts'
import { answersIn, type Break, BREAK_NAMES, breakingCaller } from './breaking-caller.ts'
import { LONG, many, reached } from './figures.ts'
import { type HoldingStage, startHoldingStage } from './holding-stage.ts'
import { inLanes } from './lanes.ts'

const LANES = 6
/** An answer that nobody hears is waited for as long as this, unless its caller leaves. */
const NEVER = { headersMs: 600_000 }
const WORDS = ['a ', 'b ', 'c ', 'd ']
const USAGE = { input: 100, output: 4 }

const parts = new AsyncDisposableStack()
const wrong: string[] = []
let stage: HoldingStage
let vendor: Vendor
let handles = 0
beforeAll(async () => {
  vendor = parts.use(await startVendor({ keepBytes: 0 }))
  stage = parts.use(await startHoldingStage())
  await stage.addModel('m')
  await stage.addWay({ model: 'm', origin: vendor.origin })
  await (await stage.send('chat')).text()
  handles = await stage.process.handles()
})
afterAll(() => parts.disposeAsync())

/** Ways a request comes: in the lane of plain requests, or in node's, whose body has no length or is a form. */
const WRITTEN = {
  plain: (stream: boolean) => head('/v1/chat/completions', `content-length: ${bodyOf(stream).length}`) + bodyOf(stream),
  chunked: (stream: boolean) =>
    head('/v1/chat/completions', 'transfer-encoding: chunked') +
    bodyOf(stream).replaceAll(/.{1,19}/g, (piece) => `${piece.length.toString(16)}\r\n${piece}\r\n`) +
    '0\r\n\r\n',
  form: () =>
    head(
      '/v1/audio/transcriptions',
      `content-length: ${FORM.length}\r\ncontent-type: multipart/form-data; boundary=b`,
    ) + FORM,
} as const

function head(path: string, fields: string): string {
  return `POST ${path} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${stage.key}\r\n${fields}\r\n\r\n`
}

function bodyOf(stream: boolean): string {
  return JSON.stringify({ model: 'm', stream, messages: [{ role: 'user', content: 'hi' }] })
}

/** More than is kept in memory of a form. */
const FORM = [
  '--b\r\ncontent-disposition: form-data; name="model"\r\n\r\nm\r\n',
  '--b\r\ncontent-disposition: form-data; name="file"; filename="a.wav"\r\n\r\n',
  `${'x'.repeat(300 * 1024)}\r\n--b--\r\n`,
].join('')

/** Places in a text: its beginning and its end, around every end of a line, and everywhere else by a stride. */
function placesIn(text: string, stride: number): number[] {
  const places: number[] = []
  for (let at = 0; at <= text.length; at += 1)
    if (at % stride === 0 || at === text.length || /[\r\n]/.test(text.slice(Math.max(0, at - 1), at + 1)))
      places.push(at)
  return places
}

/** The places, each with a way to break off there; in the short form with one or the other. */
function casesOf(places: readonly number[]): { at: number; how: Break; n: number }[] {
  return places.flatMap((at, n) =>
    (LONG ? BREAK_NAMES : BREAK_NAMES.slice(n % 2, (n % 2) + 1)).map((how) => ({ at, how, n })),
  )
}

/** Whoever is there is answered; after that the gateway has read what others said before. */
async function isThere(): Promise<void> {
  expect((await fetch(`${stage.origin}/health`)).status).toBe(200)
}

/** Nothing is under way, held or open, and whoever asks next is answered. */
async function allGivenBack(): Promise<void> {
  await expect.poll(() => stage.held(), { timeout: 20_000 }).toEqual([])
  await expect.poll(() => stage.process.handles(), { timeout: 20_000 }).toBeLessThanOrEqual(handles + 3 * LANES)
  vendor.script({})
  expect(await (await stage.send('chat')).text()).toContain('[DONE]')
}

test.each([
  ['plain', many(53, 1)],
  ['chunked', many(67, 1)],
  ['form', many(32_768, 4096)],
] as const)(
  'C4 a caller who breaks off anywhere in a %s request has asked for nothing',
  async (written, stride) => {
    const text = WRITTEN[written](true)
    const asked = vendor.served.length
    const cases = casesOf(placesIn(text, stride)).filter(({ at }) => at < text.length)
    await inLanes(LANES, cases, async ({ at, how, n }) => {
      const caller = await breakingCaller(stage.origin)
      caller.say(text.slice(0, at))
      // Sometimes it has been read by then, and sometimes the end comes right behind it.
      if (n % 3 > 0) await isThere()
      caller.breakOff(how)
      const answers = answersIn(await caller.over)
      if (answers.some(({ status }) => status !== 400)) wrong.push(`${written}, ${how} ${at}: ${answers[0]?.status}`)
    })
    await allGivenBack()
    expect(wrong).toEqual([])
    expect(vendor.served.length).toBe(asked + 1)
    reached('C4', `${cases.length} ${written} requests reset or ended before their last byte: none was asked upstream`)
  },
  900_000,
)

const PAIRS = [
  ['plain', 'plain'],
  ['plain', 'chunked'],
  ['chunked', 'plain'],
] as const

test.each(PAIRS)(
  'C4 a caller who breaks off behind a %s request, in a %s one that follows at once, ends both',
  async (one, two) => {
    const [first, second] = [WRITTEN[one](true), WRITTEN[two](true)]
    const cases = casesOf(placesIn(second, many(61, 1)))
    for (const { at, how, n } of cases) {
      vendor.script({ delays: NEVER })
      const index = vendor.served.length
      const caller = await breakingCaller(stage.origin)
      caller.say(first + second.slice(0, at))
      const served = await vendor.arrival(index)
      if (n % 3 > 0) await isThere()
      caller.breakOff(how)
      await Promise.all(vendor.served.slice(index).map(({ done }) => done))
      const answers = answersIn(await caller.over)
      // node begins the second before the first is answered, once it is there.
      const most = one === 'chunked' && at === second.length ? 2 : 1
      if (!served.aborted || vendor.served.length > index + most || answers.some(({ status }) => status !== 400))
        wrong.push(`${one}, ${two}, ${how} ${at}: ${vendor.served.length - index} asked, ${answers[0]?.status}`)
    }
    await allGivenBack()
    expect(wrong).toEqual([])
  },
  900_000,
)

test.each(PAIRS)(
  'C4 a caller who breaks off in a %s or %s request behind an answer has that answer alone',
  async (one, two) => {
    const [first, second] = [WRITTEN[one](true), WRITTEN[two](true)]
    vendor.script({})
    const asked = vendor.served.length
    const cases = casesOf(placesIn(second, many(61, 1))).filter(({ at }) => at < second.length)
    await inLanes(LANES, cases, async ({ at, how, n }) => {
      const caller = await breakingCaller(stage.origin)
      caller.say(first)
      await caller.until((heard) => answersIn(heard)[0]?.whole === true)
      caller.say(second.slice(0, at))
      if (n % 3 > 0) await isThere()
      caller.breakOff(how)
      const [answer, ...others] = answersIn(await caller.over)
      if (answer?.status !== 200 || !answer.whole || others.some(({ status }) => status !== 400))
        wrong.push(`${one}, ${two}, ${how} ${at}: ${answer?.status}, ${others[0]?.status}`)
    })
    expect(vendor.served.length).toBe(asked + cases.length)
    await allGivenBack()
    expect(wrong).toEqual([])
  },
  900_000,
)

/** Requests whose caller heard all of the answer, or not, as far as they know their id. */
const heardAll = new Map<string, boolean>()

test.each([
  ['plain', true],
  ['plain', false],
  ['chunked', true],
  ['chunked', false],
] as const)(
  'C4 a caller who breaks off anywhere in the answer to a %s request (stream: %s) hears no end of it but its own',
  async (written, stream) => {
    const text = WRITTEN[written](stream)
    vendor.script({ text: WORDS, usage: USAGE, delays: { eventMs: 1 } })
    const isAnswered = (heard: string) => answersIn(heard)[0]?.whole === true
    const sample = await breakingCaller(stage.origin)
    sample.say(text)
    let size = 0
    await sample.until((heard) => {
      size = heard.length
      return isAnswered(heard)
    })
    sample.breakOff('end')
    const stride = many(41, 1)
    const places = Array.from({ length: Math.ceil(size / stride) + 1 }, (_, n) => Math.min(n * stride, size))
    await inLanes(LANES, casesOf(places), async ({ at, how }) => {
      const caller = await breakingCaller(stage.origin)
      caller.say(text)
      await caller.until((heard) => heard.length >= at || isAnswered(heard))
      caller.breakOff(how)
      const [answer] = answersIn(await caller.over)
      if (!answer) return
      const isEnd = stream ? answer.body.endsWith('data: [DONE]\n\n') : answer.body.endsWith('}')
      if (answer.status !== 200 || (answer.whole && !isEnd))
        wrong.push(`${written}, ${how} ${at}: ${answer.status}, …${answer.body.slice(-100)}`)
      heardAll.set(/x-yumen-request-id: (\S+)/i.exec(answer.head)?.[1] ?? '', answer.whole)
    })
    await allGivenBack()
    expect(wrong).toEqual([])
  },
  900_000,
)

test('C4 whenever callers break off, what was asked upstream has one row each, and who heard all is charged for all', async () => {
  const { rows, byId, balance } = await stage.books()
  expect(balance).toBe(true)
  expect(await stage.faults()).toBe('')
  expect(rows.length).toBeGreaterThanOrEqual(vendor.served.length)
  expect(new Set(rows.map(({ status }) => status)).difference(new Set(['cancelled', 'succeeded']))).toEqual(new Set())
  expect([...heardAll.keys()].filter((id) => !byId.has(id))).toEqual([])
  const whole = [...heardAll].filter(([, isWhole]) => isWhole).map(([id]) => byId.get(id))
  const [full = 0n] = whole.map((row) => row?.cost_nanos)
  expect(full).toBeGreaterThan(0n)
  expect(whole.filter((row) => row?.status !== 'succeeded' || row.cost_nanos !== full)).toEqual([])
  const parted = [...heardAll.keys()].map((id) => byId.get(id)?.cost_nanos ?? 0n)
  expect(parted.filter((cost) => cost > full)).toEqual([])
})
