import { afterAll, beforeAll, expect, test } from 'vitest'
import { BREAK_NAMES } from './breaking-caller.ts'
import { ANSWERS } from './cut-answers.ts'
import { isTypedError } from './forms.ts'
import { many, reached } from './figures.ts'
import { type HoldingStage, startHoldingStage } from './holding-stage.ts'
import { type RawUpstream, startRawUpstream } from './raw-upstream.ts'
import { idOf } from './stage.ts'

/** Far more than goes out in one piece, and than is kept of a form in memory. */
const WORDS = 'x'.repeat(600 * 1024)
/** An upstream may refuse what is too long before it has come. */
const NOTHING = Buffer.alloc(0)
const REFUSAL = ANSWERS['a refusal'].raw.bytes

const parts = new AsyncDisposableStack()
const ids = new Set<string>()
let stage: HoldingStage
let upstream: RawUpstream
beforeAll(async () => {
  upstream = parts.use(await startRawUpstream())
  stage = parts.use(await startHoldingStage())
  await stage.addModel('m')
  await stage.addWay({ model: 'm', origin: upstream.origin, dialects: ['openai'] })
})
afterAll(() => parts.disposeAsync())

function form(): FormData {
  const fields = new FormData()
  fields.append('model', 'm')
  fields.append('file', new Blob([WORDS]), 'a.wav')
  return fields
}

const REQUESTS = {
  'a long body': () => ({
    path: '/v1/chat/completions',
    body: JSON.stringify({ model: 'm', messages: [{ role: 'user', content: WORDS }] }),
  }),
  'a form': () => ({ path: '/v1/audio/transcriptions', body: form() }),
} as const

async function ask(kind: keyof typeof REQUESTS): Promise<{ status: number; text: string }> {
  const { path, body } = REQUESTS[kind]()
  const response = await fetch(stage.origin + path, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${stage.key}`,
      ...(typeof body === 'string' && { 'content-type': 'application/json' }),
    },
    body,
  })
  ids.add(idOf(response))
  return { status: response.status, text: await response.text() }
}

const PLACES = Array.from({ length: many(12, 120) }, (_, n) => 1 + Math.floor((n * WORDS.length) / many(12, 120)))
const CASES = PLACES.flatMap((afterBytes) =>
  BREAK_NAMES.flatMap((how) => [NOTHING, REFUSAL].map((bytes) => ({ bytes, hangsUp: { afterBytes, how } }))),
)

test.each(['a long body', 'a form'] as const)(
  'U12 an upstream that hangs up anywhere in %s has failed, or is believed what it said before, and is asked once',
  async (kind) => {
    const wrong: string[] = []
    upstream.set({ bytes: NOTHING, hangsUp: { afterBytes: 100, how: 'end' } })
    await ask(kind)
    const before = await stage.process.handles()
    for (const { bytes, hangsUp } of CASES) {
      upstream.set({ bytes, hangsUp })
      const { status, text } = await ask(kind)
      const isRight = status === 503 || (bytes === REFUSAL && status === 400)
      if (!isRight || !isTypedError('chat', text))
        wrong.push(`${JSON.stringify(hangsUp)}: ${status} ${text.slice(0, 100)}`)
    }
    expect(wrong).toEqual([])
    expect(upstream.asked).toBe(0)
    await expect.poll(() => stage.held(), { timeout: 20_000 }).toEqual([])
    await expect.poll(() => stage.process.handles(), { timeout: 20_000 }).toBeLessThanOrEqual(before + 10)
    reached('U12', `${CASES.length} upstreams hung up in the middle of ${kind}: each failure told`)
  },
  300_000,
)

test('U12 whoever hung up, each request has one row', async () => {
  const { rows, byId, balance } = await stage.books()
  expect([rows.length, [...ids].filter((id) => !byId.has(id)), balance]).toEqual([ids.size, [], true])
  expect(new Set(rows.map(({ status }) => status))).toEqual(new Set(['failed']))
  expect(await stage.faults()).toBe('')
})
