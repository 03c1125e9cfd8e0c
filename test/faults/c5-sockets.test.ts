import { once } from 'node:events'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { startToxic, type Toxic, type ToxicProxy } from '../toxic/toxic.ts'
import { startRealtimeVendor } from '../vendor/realtime.ts'
import { startVendor, type Vendor } from '../vendor/server.ts'
import { type Break, BREAK_NAMES, breakingCaller } from './breaking-caller.ts'
import { LONG, many, reached } from './figures.ts'
import { type HoldingStage, startHoldingStage } from './holding-stage.ts'
import { inLanes } from './lanes.ts'

const LANES = 4

const parts = new AsyncDisposableStack()
const wrong: string[] = []
let stage: HoldingStage
let vendor: Vendor
let talker: Awaited<ReturnType<typeof startRealtimeVendor>>
let toxic: ToxicProxy
let handles = 0
beforeAll(async () => {
  vendor = parts.use(await startVendor({ keepBytes: 0 }))
  talker = parts.use(await startRealtimeVendor())
  toxic = parts.use(await startToxic(talker.origin))
  stage = parts.use(await startHoldingStage())
  const origins = { m: vendor.origin, talker: talker.origin, cut: toxic.origin }
  for (const [model, origin] of Object.entries(origins)) {
    await stage.addModel(model)
    await stage.addWay({ model, origin, dialects: ['openai'] })
  }
  for (const door of DOORS) await conversation(door)
  handles = await stage.process.handles()
})
afterAll(() => parts.disposeAsync())

/** What is asked over a socket, and what is heard at the end of its answer. */
const DOORS = [
  {
    path: '/v1/responses',
    asked: { type: 'response.create', model: 'm', input: 'hi' },
    end: 'response.completed',
  },
  { path: '/v1/realtime?model=talker', asked: { type: 'response.create' }, end: 'response.done' },
] as const
type Door = (typeof DOORS)[number]

/** All that a caller says: the handshake and one message, whose mask changes nothing. */
function saidAt({ path, asked }: Door): string {
  const words = JSON.stringify(asked)
  const fields = `upgrade: websocket\r\nconnection: upgrade\r\nsec-websocket-version: 13\r\nsec-websocket-key: ${'A'.repeat(22)}==`
  const head = `GET ${path} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${stage.key}\r\n${fields}\r\n\r\n`
  return `${head}${String.fromCharCode(0x81, 0x80 | words.length)}\0\0\0\0${words}`
}

/** A whole conversation; resolves with the bytes that were heard of it. */
async function conversation(door: Door): Promise<number> {
  const caller = await breakingCaller(stage.origin)
  caller.say(saidAt(door))
  let size = 0
  await caller.until((heard) => {
    size = heard.length
    return heard.includes(door.end)
  })
  caller.breakOff('reset')
  expect(await caller.over).toContain(door.end)
  return size
}

async function allGivenBack(): Promise<void> {
  await expect.poll(() => stage.held(), { timeout: 20_000 }).toEqual([])
  await expect.poll(() => stage.process.handles(), { timeout: 20_000 }).toBeLessThanOrEqual(handles + 6 * LANES)
  for (const door of DOORS) await conversation(door)
}

function casesOf(size: number, stride: number): { at: number; how: Break }[] {
  const places = Array.from({ length: Math.ceil(size / stride) + 1 }, (_, n) => Math.min(n * stride, size))
  return places.flatMap((at, n) =>
    (LONG ? BREAK_NAMES : BREAK_NAMES.slice(n % 2, (n % 2) + 1)).map((how) => ({ at, how })),
  )
}

test.each(DOORS)(
  'C5 a caller who breaks off anywhere in what they say or hear over $path leaves nothing open',
  async (door) => {
    const said = saidAt(door)
    const cases = casesOf(said.length, many(11, 1))
    await inLanes(LANES, cases, async ({ at, how }) => {
      const caller = await breakingCaller(stage.origin)
      caller.say(said.slice(0, at))
      if (at % 3 > 0) await (await fetch(`${stage.origin}/health`)).text()
      caller.breakOff(how)
      await caller.over
    })
    const answers = casesOf(await conversation(door), many(31, 1))
    await inLanes(LANES, answers, async ({ at, how }) => {
      const caller = await breakingCaller(stage.origin)
      caller.say(said)
      await caller.until((heard) => heard.length >= at || heard.includes(door.end))
      caller.breakOff(how)
      await caller.over
    })
    await allGivenBack()
    reached('C5', `${cases.length + answers.length} callers of ${door.path} broke off: nothing stayed open`)
  },
  900_000,
)

/** One conversation with an upstream that breaks off, and how it ended for its caller. */
async function cutConversation(toxics: Toxic): Promise<{ types: string[]; code: number }> {
  toxic.set(toxics)
  const url = `${stage.origin.replace('http', 'ws')}/v1/realtime?model=cut`
  const socket = new WebSocket(url, { headers: { authorization: `Bearer ${stage.key}` } })
  const types: string[] = []
  socket.on('message', (data: Buffer) => {
    const { type } = JSON.parse(data.toString()) as { type: string }
    types.push(type)
    if (type === 'session.created') socket.send('{"type":"response.create"}')
    if (type === 'response.done') socket.close()
  })
  const [code] = (await once(socket, 'close')) as [number]
  return { types, code }
}

test('C5 an upstream that breaks off anywhere in a conversation is told of, and never ends it in good order', async () => {
  const before = toxic.carriedBytes
  await cutConversation({})
  const size = toxic.carriedBytes - before
  const cases = casesOf(size, many(17, 1))
  for (const { at, how } of cases) {
    const { types, code } = await cutConversation({ [how === 'end' ? 'endAfterBytes' : 'resetAfterBytes']: at })
    // Until it is open nobody can hold the conversation; then it is broken.
    const told = types.includes('response.done') || code === 1011 || (code === 1013 && types.join(' ') === 'error')
    if (!told) wrong.push(`${how} ${at}: ${types.join(' ')}, closed with ${code}`)
  }
  expect(wrong).toEqual([])
  await expect.poll(() => toxic.halfOpen).toBe(0)
  await allGivenBack()
  reached('C5', `an upstream of a conversation broke off in ${cases.length} ways: each told, none ended in good order`)
}, 900_000)

test('C5 whenever somebody breaks off, each answer has one row', async () => {
  const { rows, balance } = await stage.books()
  expect(balance).toBe(true)
  expect(await stage.faults()).toBe('')
  const asked = talker.heard.flatMap(({ frames }) => frames.filter(({ text }) => text.includes('response.create')))
  const talks = rows.filter(({ protocol_in }) => protocol_in === 'openai-realtime')
  expect(talks.length).toBeGreaterThanOrEqual(asked.length)
  const others = rows.filter(({ protocol_in }) => protocol_in === 'openai-responses')
  expect(others.length).toBeGreaterThanOrEqual(vendor.served.length)
  expect(new Set(others.map(({ status }) => status)).difference(new Set(['cancelled', 'succeeded']))).toEqual(new Set())
})
