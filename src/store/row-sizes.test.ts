import { expect, test } from 'vitest'
import { anAttempt, aRequest } from './test-records.ts'
import { engines, TEST_NOW } from './test-store.ts'

test.each(engines)('without requests on %s nothing is measured', async (_, open) => {
  await using store = await open()
  expect(await store.upkeep.rowSizes()).toEqual({ sampled: 0, bytesPerRequest: 0, firstAt: null })
})

test('what a request is said to take is what the file grows by, give or take a third', async () => {
  const [embedded] = engines
  if (!embedded) throw new Error('there is no embedded engine')
  await using store = await embedded[1]()
  const rows = (from: number) =>
    Array.from({ length: 1500 }, (_, n) =>
      aRequest({
        at: TEST_NOW + from + n,
        keyId: `k${n % 20}`,
        usageRaw: '{"prompt_tokens":1200,"completion_tokens":80}',
        attempts: [anAttempt(), ...(n % 10 === 0 ? [anAttempt({ n: 2 })] : [])],
      }),
    )
  await store.requests.insertSettled(rows(0))
  const before = (await store.upkeep.facts()).sizeBytes
  await store.requests.insertSettled(rows(1500))
  const grown = ((await store.upkeep.facts()).sizeBytes - before) / 1500
  const { sampled, bytesPerRequest, firstAt } = await store.upkeep.rowSizes()
  expect([sampled, firstAt]).toEqual([300, TEST_NOW])
  expect(bytesPerRequest / grown).toBeGreaterThan(2 / 3)
  expect(bytesPerRequest / grown).toBeLessThan(4 / 3)
})
