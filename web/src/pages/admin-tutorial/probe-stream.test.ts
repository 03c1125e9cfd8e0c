import { expect, test, vi } from 'vitest'
import { PROBE_GAP_MS } from '../../../../src/contract/stream-probe.ts'
import { probeStream } from './probe-stream.ts'

/** Answers with so many events; what the clock shows when they are asked for and as each is heard is given. */
function hears(events: number, times: readonly number[]) {
  const body = Array.from({ length: events }, (_, n) => `event: probe\ndata: {"n":${n + 1}}\n\n`).join('')
  vi.stubGlobal('fetch', async () => new Response(body))
  const left = [...times]
  return probeStream(() => left.shift() ?? Infinity)
}

test('a stream whose events come apart as they were sent is not held back', async () => {
  expect(await hears(2, [10, 48, 48 + PROBE_GAP_MS])).toEqual({ firstMs: 38, heldBack: false })
})

test('a stream whose events come at once was held back', async () => {
  expect(await hears(2, [10, 1050, 1051])).toEqual({ firstMs: 1040, heldBack: true })
})

test('a stream that ends too soon says nothing', async () => {
  await expect(hears(1, [10, 15])).rejects.toThrow('before its second event')
})
