import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { GATEWAY } from '../../scripts/gateway.mjs'
import { adminCreateProvider } from '../../src/contract/providers.ts'
import { connectGateway, VENDOR_SECRET } from '../e2e/gateway.ts'
import { ADMIN, processEnv } from '../e2e/process-env.ts'
import { startVendor, type Vendor } from '../vendor/server.ts'
import { type Measured, startMeasured } from './measured.ts'

const STREAMS = 20
/** A long conversation, as coding agents send it with every turn. */
const TEXT = 'const door = open(room) // and close it behind you\n'.repeat(20_000)
/** Enough of them that some have come when the vendor falls silent. */
const WORDS = Array.from({ length: 12 }, (_, n) => ` word${n}`)
/** A stream's own parts and a sample of its text; a quarter of the body would be more. */
const MOST_BYTES = 200_000
/** Longer than between two looks at a request that is under way. */
const LOOKED_AT_MS = 1500
const LONGEST_MS = 120_000

const messages = [{ role: 'user', content: TEXT }]
/** Who asks, in which protocol, and where that is their vendor's own and where it is not. */
const ASKED = [
  { path: () => '/v1/chat/completions', body: { stream: true, messages }, models: ['m', 'anthropic'] },
  { path: () => '/v1/messages', body: { stream: true, max_tokens: 100, messages }, models: ['m', 'openai'] },
  { path: () => '/v1/responses', body: { stream: true, store: false, input: TEXT }, models: ['m'] },
  {
    path: (model: string) => `/v1beta/models/${model}:streamGenerateContent?alt=sse`,
    body: { contents: [{ role: 'user', parts: [{ text: TEXT }] }] },
    models: ['m', 'openai'],
  },
] as const

test('a stream that is under way holds no more of its request than a sample', { timeout: LONGEST_MS }, async () => {
  await using stage = await startSilent()
  for (const { path, body, models } of ASKED)
    for (const model of models)
      expect
        .soft(await heldByEach(stage, path(model), { ...body, model }), `${path(model)} for ${model}`)
        .toBeLessThan(MOST_BYTES)
})

type Silent = AsyncDisposable & { gateway: Measured; vendor: Vendor; secret: string }

/** The gateway before a vendor of every dialect for the model `m`, and of one alone for the models `openai` and `anthropic`. */
async function startSilent(): Promise<Silent> {
  await using life = new AsyncDisposableStack()
  const vendor = life.use(await startVendor())
  const dataDir = await mkdtemp(join(tmpdir(), 'yumen-held-'))
  life.defer(() => rm(dataDir, { recursive: true, force: true }))
  const gateway = life.use(await startMeasured([...GATEWAY.flags, GATEWAY.main], processEnv(dataDir)))
  const console = await connectGateway(gateway.origin, ADMIN)
  await console.addModel('m')
  await console.addProvider({ vendor, models: ['m'] })
  for (const [dialect, base_url] of [
    ['openai', `${vendor.origin}/v1`],
    ['anthropic', vendor.origin],
  ] as const) {
    await console.addModel(dialect)
    await console.call(adminCreateProvider, {
      body: {
        slug: dialect,
        name: dialect,
        preset: 'custom',
        allow_private: true,
        credentials: [{ secret: VENDOR_SECRET }],
        endpoints: [{ dialect, base_url }],
        routes: [{ model: dialect }],
      },
    })
  }
  const { secret } = await console.addKey()
  const owned = life.move()
  return { gateway, vendor, secret, [Symbol.asyncDispose]: () => owned.disposeAsync() }
}

/** What the gateway holds, in bytes, for each of many streams that have begun and go on later. */
async function heldByEach({ gateway, vendor, secret }: Silent, path: string, body: object): Promise<number> {
  const ask = async (until: Promise<unknown>) => {
    vendor.queue({ text: WORDS, pause: { atEvent: WORDS.length, until } })
    const answer = await fetch(`${gateway.origin}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    expect(answer.status).toBe(200)
    await answer.text()
  }
  await ask(Promise.resolve())
  const before = await gateway.tell('held')
  const over = Promise.withResolvers<void>()
  const answers: Promise<void>[] = []
  for (let n = 1; n <= STREAMS; n += 1) {
    const { length } = vendor.served
    answers.push(ask(over.promise))
    await vendor.arrival(length)
  }
  await pause(LOOKED_AT_MS)
  const held = (await gateway.tell('held')) - before
  over.resolve()
  await Promise.all(answers)
  return held / STREAMS
}
