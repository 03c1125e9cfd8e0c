import { expect, test } from 'vitest'
import { ask } from './measured.ts'
import { startStage } from './stage.ts'

/** Two hundredths are rows, which wait for the database for a moment; sets that keep who has left come to ten. */
const MOST = 0.06

const WARM = 2000
const COUNT = 4000

const LONGEST_MS = 180_000

test('what a request was made of is let go when it has been answered', { timeout: LONGEST_MS }, async () => {
  await using stage = await startStage()
  const { gateway, key } = stage
  const url = `${gateway.origin}/v1/chat/completions`
  await ask({ url, key, count: WARM })
  const asked = ask({ url, key, count: COUNT })
  // While requests are under way, or there is nothing that could hang on to anybody.
  await gateway.tell('watch')
  await asked
  // NaN, which is below nothing, where nothing was collected.
  expect(await gateway.tell('kept')).toBeLessThan(MOST)
})
