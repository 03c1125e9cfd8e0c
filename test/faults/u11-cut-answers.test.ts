import { afterAll, beforeAll, expect, test } from 'vitest'
import { httpProxy, selfSigned } from '../../src/relay/line/test-proxies.ts'
import { startToxic, type Toxic } from '../toxic/toxic.ts'
import { ANSWER_NAMES, ANSWERS, type AnswerName, faultOf, type Heard, heardOf, isWhole, OTHERS } from './cut-answers.ts'
import { LONG, many, reached } from './figures.ts'
import { type HoldingStage, startHoldingStage } from './holding-stage.ts'
import { inLanes } from './lanes.ts'
import { type RawUpstream, startRawUpstream } from './raw-upstream.ts'
import { idOf } from './stage.ts'

const LANES = 6
/** A connection is cut after so many bytes of the answer by a reset or by its end, on one that is new or has had an answer. */
const MANNERS = [
  { cut: 'resetAfterBytes', reused: false },
  { cut: 'endAfterBytes', reused: false },
  { cut: 'resetAfterBytes', reused: true },
  { cut: 'endAfterBytes', reused: true },
] as const
type Manner = (typeof MANNERS)[number]
type Transport = 'plain' | 'TLS' | 'TLS through a proxy'

const parts = new AsyncDisposableStack()
let stage: HoldingStage
/** Each request's id, and whether its caller heard all of the answer. */
const heardBy = new Map<string, { name: string; whole: boolean }>()
const wrong: string[] = []
let models = 0

beforeAll(async () => {
  stage = parts.use(await startHoldingStage())
})
afterAll(() => parts.disposeAsync())

type Lane = Awaited<ReturnType<typeof openLane>>

/** A model of its own, and an upstream behind a connection that can be cut. */
async function openLane(transport: Transport, secure?: { key: string; cert: string }) {
  const upstream = parts.use(await startRawUpstream(secure))
  const proxy = transport === 'TLS through a proxy' ? parts.use(await httpProxy()) : null
  const toxic = parts.use(await startToxic(proxy ? `http://127.0.0.1:${proxy.port}` : upstream.origin))
  const cutOrigin = secure ? toxic.origin.replace('http://127.0.0.1', 'https://localhost') : toxic.origin
  const model = `m${(models += 1)}`
  await stage.addModel(model)
  await stage.addWay({
    model,
    origin: proxy ? upstream.origin : cutOrigin,
    dialects: ['openai'],
    priority: 1,
    ca: secure?.cert ?? null,
    proxy: proxy ? toxic.origin : null,
  })
  return { upstream, toxic, model }
}

function askForSound(model: string): Promise<Response> {
  return fetch(`${stage.origin}/v1/audio/speech`, {
    method: 'POST',
    headers: { authorization: `Bearer ${stage.key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model, input: 'hi', voice: 'alloy' }),
  })
}

async function ask(name: AnswerName, model: string): Promise<Heard & { id: string }> {
  const { shape } = ANSWERS[name]
  const response =
    shape === 'sound' ? await askForSound(model) : await stage.send('chat', { model, stream: shape === 'events' })
  const pieces: Uint8Array[] = []
  let broken = false
  try {
    for await (const piece of response.body ?? []) pieces.push(piece as Uint8Array)
  } catch {
    broken = true
  }
  const heard = { id: idOf(response), status: response.status, bytes: Buffer.concat(pieces), broken }
  heardBy.set(heard.id, { name, whole: isWhole(shape, heard) })
  return heard
}

/** How many bytes come before the answer on its connection, and how many with it. */
async function sizesOf({ upstream, toxic, model }: Lane, name: AnswerName, reused: boolean) {
  toxic.drop()
  toxic.set({})
  upstream.set(ANSWERS[reused ? 'a sized document' : name].raw)
  const begun = toxic.carriedBytes
  if (reused) await ask('a sized document', model)
  const before = toxic.carriedBytes - begun
  upstream.set(ANSWERS[name].raw)
  await ask(name, model)
  const all = toxic.carriedBytes - begun
  toxic.drop()
  return { before, all }
}

/** Cuts one answer and looks at what its caller hears. */
async function cut({ upstream, toxic, model }: Lane, name: AnswerName, at: number, { cut: how, reused }: Manner) {
  toxic.set({ [how]: at })
  if (reused) {
    upstream.set(ANSWERS['a sized document'].raw)
    await ask('a sized document', model)
  }
  const asked = upstream.asked
  upstream.set(ANSWERS[name].raw)
  const heard = await ask(name, model)
  const fault = faultOf(ANSWERS[name].shape, heard) || (upstream.asked > asked + 1 ? 'it was asked twice' : '')
  if (fault)
    wrong.push(
      `${name}, ${how} ${at}, ${reused ? 'reused' : 'fresh'}: ${fault}: …${heard.bytes.toString().slice(-150)}`,
    )
}

/** Where an answer is cut: at each end of a line and around it, and everywhere else by a stride. */
function placesIn(raw: Buffer, { before, all }: { before: number; all: number }, stride: number): number[] {
  const places: number[] = []
  for (let at = before; at <= all; at += 1) {
    const [last, next] = [raw[at - before - 1], raw[at - before]]
    const atEnd = [last, next].some((byte) => byte === 10 || byte === 13)
    if ((at - before) % stride === 0 || at === all || (stride < raw.length && atEnd)) places.push(at)
  }
  return places
}

async function sweep(transport: Transport, stride: number): Promise<number> {
  const secure = transport === 'plain' ? undefined : await selfSigned('localhost')
  const lanes = await Promise.all(Array.from({ length: LANES }, () => openLane(transport, secure)))
  const [first] = lanes
  if (!first) throw new Error('no lane')
  // One that breaks off is counted by a thread that is there from then on.
  await cut(first, 'events in chunks', ANSWERS['events in chunks'].raw.bytes.length - 900, MANNERS[0])
  const before = await stage.process.handles()
  let cuts = 0
  for (const name of ANSWER_NAMES)
    for (const reused of [false, true]) {
      const sizes = await sizesOf(first, name, reused)
      const raw = transport === 'plain' ? ANSWERS[name].raw.bytes : Buffer.alloc(0)
      const ways = MANNERS.filter((manner) => manner.reused === reused)
      const places = placesIn(raw, sizes, stride)
      // In the short form each place is cut in one way or the other.
      const cases = places.flatMap((at, n) => (LONG ? ways : [ways[n % 2]]).map((manner) => ({ at, manner })))
      cuts += cases.length
      await inLanes(LANES, cases, async ({ at, manner }, n) => {
        const lane = lanes[n]
        if (lane && manner) await cut(lane, name, at, manner)
      })
    }
  // What was ended is closed by the gateway too, and whoever asks next is answered.
  for (const { toxic, upstream, model } of lanes) {
    await expect.poll(() => toxic.halfOpen, { timeout: 20_000 }).toBe(0)
    // One that was to be cut behind the end of its answer is idle still.
    toxic.drop()
    toxic.set({})
    upstream.set(ANSWERS['events in chunks'].raw)
    expect(isWhole('events', await ask('events in chunks', model))).toBe(true)
  }
  await expect.poll(() => stage.held(), { timeout: 20_000 }).toEqual([])
  await expect.poll(() => stage.process.handles(), { timeout: 20_000 }).toBeLessThanOrEqual(before + 6 * LANES)
  return cuts
}

const SWEEPS: readonly [Transport, number][] = [
  ['plain', many(89, 1)],
  ['TLS', many(211, 5)],
  ['TLS through a proxy', many(307, 11)],
]

test.each(SWEEPS)(
  'U11 an answer over %s that is cut anywhere never passes for a whole one, and nothing of it stays open',
  async (transport, stride) => {
    const cuts = await sweep(transport, stride)
    expect(wrong).toEqual([])
    reached(
      'U11',
      `${cuts} answers over ${transport} reset or ended early: none passed for a whole one, none was asked for twice`,
    )
  },
  1_800_000,
)

/** Cuts one answer of two upstreams' first, and says what is wrong with whom that brought to answer. */
async function cutFirst(
  { upstream, toxic, model, other }: Lane & { other: RawUpstream },
  name: 'a sized document' | 'events in chunks',
  toxics: Toxic,
) {
  const { shape, raw } = ANSWERS[name]
  const before = { first: upstream.asked, other: other.asked }
  toxic.set(toxics)
  upstream.set(raw)
  other.set(OTHERS[shape])
  const heard = await ask(name, model)
  const words = heardOf(heard.bytes)
  const asked = { first: upstream.asked - before.first, other: other.asked - before.other }
  if (asked.first > 1 || asked.other > 1) return 'somebody was asked twice'
  if (words.first && asked.other > 0) return 'another was asked after words had gone out'
  if (asked.other > 0 && !(words.other && isWhole(shape, heard))) return 'the other was not heard'
  return asked.other > 0 ? '' : faultOf(shape, heard)
}

test('U11 in place of one that is cut before it has said anything another is asked, once', async () => {
  const lanes = await Promise.all(
    Array.from({ length: LANES }, async () => {
      const lane = await openLane('plain')
      const other = parts.use(await startRawUpstream())
      await stage.addWay({ model: lane.model, origin: other.origin, dialects: ['openai'], priority: 2 })
      return { ...lane, other }
    }),
  )
  const [first] = lanes
  if (!first) throw new Error('no lane')
  const asked = () => lanes.reduce((sum, { other }) => sum + other.asked, 0)
  for (const name of ['a sized document', 'events in chunks'] as const) {
    const places = placesIn(ANSWERS[name].raw.bytes, await sizesOf(first, name, false), many(61, 1))
    await inLanes(LANES, places.entries(), async ([n, at], lane) => {
      const toxic = n % 2 === 0 ? { resetAfterBytes: at } : { endAfterBytes: at }
      const cutOne = lanes[lane]
      const fault = cutOne && (await cutFirst(cutOne, name, toxic))
      if (fault) wrong.push(`${name} of two, ${JSON.stringify(toxic)}: ${fault}`)
    })
  }
  expect(wrong).toEqual([])
  expect(asked()).toBeGreaterThan(many(30, 500))
})

test('U11 whatever was cut, each request has one row and is charged once', async () => {
  const { rows, byId, balance } = await stage.books()
  expect([...heardBy.keys()].filter((id) => !byId.has(id))).toEqual([])
  expect(rows.length).toBe(heardBy.size)
  expect(balance).toBe(true)
  expect(await stage.faults()).toBe('')
  const odd = [...heardBy].filter(([id, { whole }]) => (byId.get(id)?.status === 'succeeded') !== whole)
  expect(odd).toEqual([])
})
