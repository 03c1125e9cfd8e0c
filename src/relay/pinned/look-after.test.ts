import { expect, test, vi } from 'vitest'
import type { Pin } from '../../core/pin.ts'
import { createDirectory } from '../directory.ts'
import { testLimits } from '../../metering/limits/test-limits.ts'
import { UpstreamFailure } from '../failure.ts'
import { aTarget, CALLER, MODEL, testClock } from '../routing/test-targets.ts'
import type { UpstreamRequest } from '../upstream.ts'
import { billIdOf } from './bill-batch.ts'
import { lookAfterBatches } from './look-after.ts'
import type { PinnedOptions } from './pinned.ts'
import { createBills } from './shown.ts'

const batchAt = (provider: string, n: number): Pin => ({
  id: `batch_${provider}_${n}`,
  kind: 'batch',
  userId: CALLER.userId,
  keyId: CALLER.id,
  providerId: provider,
  endpointId: `${provider}-endpoint`,
  credentialId: `${provider}-credential`,
  model: MODEL.id,
  size: null,
  expected: null,
  multiplierMicros: null,
  createdAt: n,
  billedAt: null,
})

/** What became of these batches, in pages of two, at upstreams that answer as `answer` says. */
async function roundOf(pins: readonly Pin[], answer: (url: URL) => string) {
  const asked: string[] = []
  const billed: string[] = []
  const { limits } = testLimits()
  const keepOnly = vi.spyOn(limits.parked, 'keepOnly')
  const directory = createDirectory()
  const targets = ['a', 'b'].map((name) => aTarget(name, { endpoint: { baseUrl: `http://${name}/v1` } }))
  directory.replace({ keys: [CALLER], models: [MODEL], targets, limits: [], accounts: [], limitUse: [] })
  const open = () => pins.filter(({ id }) => !billed.includes(id))
  const options = {
    directory,
    ledger: { charge: async () => undefined },
    upstream: {
      send: async ({ url }: UpstreamRequest) => {
        asked.push(url.hostname)
        const pieces = [Buffer.from(answer(url))]
        return { status: 200, headers: {}, next: async () => pieces.shift() ?? null, cancel: () => undefined }
      },
    },
    pins: {
      unbilled: async (after?: Pin) =>
        open()
          .filter(({ createdAt }) => createdAt > (after?.createdAt ?? 0))
          .slice(0, 2),
      find: async (_: string, id: string) => pins.find((pin) => pin.id === id),
      billed: async ({ id }: Pin) => void billed.push(id),
      add: async () => undefined,
      isCharged: async () => false,
      priceOf: async () => null,
    },
    bills: createBills(),
    limits,
    clock: testClock(),
  } as unknown as PinnedOptions
  const told = await lookAfterBatches(options, new AbortController().signal).catch((error: unknown) => error)
  return { told, asked, billed, kept: keepOnly.mock.calls.flatMap(([ids]) => [...ids]) }
}

const IN_PROGRESS = '{"status":"in_progress"}'
const FINISHED = '{"status":"completed","usage":{"input_tokens":10,"output_tokens":1}}'

test('batches that never end do not keep those made after them from being charged', async () => {
  const pins = [1, 2, 3].map((n) => batchAt('a', n))
  const { told, billed, kept } = await roundOf(pins, ({ pathname }) =>
    pathname.endsWith('_3') ? FINISHED : IN_PROGRESS,
  )
  expect(kept, 'only what is open is held').toEqual(pins.slice(0, 2).map(billIdOf))
  expect([billed, told]).toEqual([['batch_a_3'], { looked: 3, failed: 0, open: 2 }])
})

test('an upstream that says nothing is asked for three batches, then it is the others’ turn', async () => {
  const pins = [...[1, 2, 3, 4, 5].map((n) => batchAt('a', n)), batchAt('b', 6)]
  const { told, asked, billed } = await roundOf(pins, ({ hostname }) => {
    if (hostname === 'a') throw new UpstreamFailure('first_token_timeout')
    return FINISHED
  })
  expect(asked).toEqual(['a', 'a', 'a', 'b'])
  expect([billed, told]).toEqual([['batch_b_6'], { looked: 6, failed: 5, open: 5 }])
})

test('a batch that brings a fault to light is told of, after those behind it were charged', async () => {
  const fault = new TypeError('nobody thought of this')
  const { told, billed } = await roundOf([batchAt('a', 1), batchAt('b', 2)], ({ hostname }) => {
    if (hostname === 'a') throw fault
    return FINISHED
  })
  expect([billed, told]).toEqual([['batch_b_2'], fault])
})
