import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { CHAT, startBetweenTwo, type TwoVendors } from '../e2e/two-vendors.ts'
import type { Script } from '../vendor/scripts.ts'
import { many, reached } from './figures.ts'

const CALLS = many(300, 3000)
/** About a minute of them. */
const MANY_CALLS = many(300, 36_000)
const CALLERS = 10
const BURST = 20

const status = (code: number, retryAfter?: string): Script => ({
  status: code,
  ...(retryAfter !== undefined && { headers: { 'retry-after': retryAfter } }),
})
const always = () => true
const inBursts = (n: number) => Math.floor(n / BURST) % 2 === 0

/** What the provider that is asked first does, and with which of the calls. */
const FAULTS: Readonly<Record<string, { fails: () => Script; whenever: (n: number) => boolean; calls?: number }>> = {
  '429 for a second': { fails: () => status(429, '1'), whenever: always },
  '429 until a date': { fails: () => status(429, new Date(Date.now() + 2000).toUTCString()), whenever: always },
  '429 without a word': { fails: () => status(429), whenever: always },
  '429 for a day': { fails: () => status(429, '86400'), whenever: always },
  '503 in bursts': { fails: () => status(503), whenever: inBursts },
  '529 in bursts': { fails: () => status(529), whenever: inBursts },
  '500 for half of the calls': { fails: () => status(500), whenever: (n) => n % 2 === 0, calls: MANY_CALLS },
  '500 for all calls': { fails: () => status(500), whenever: always },
}

let stage: TwoVendors
const seen: { calls: number; share: number; amplification: number }[] = []
beforeAll(async () => {
  stage = await startBetweenTwo()
})
afterAll(async () => {
  await stage[Symbol.asyncDispose]()
  const least = Math.min(...seen.map(({ share }) => share))
  const most = Math.max(...seen.map(({ amplification }) => amplification))
  reached(
    'U8',
    `${seen.length} faults of one of two providers, ${seen.reduce((sum, { calls }) => sum + calls, 0)} calls: callers well in ${(least * 100).toFixed(2)} % at least, ${most.toFixed(3)} calls upstream for each of theirs at most`,
  )
})
beforeEach(() => stage.heal())

test.each(Object.entries(FAULTS))(
  'U8 callers notice nothing of one provider’s %s, and little is asked twice',
  async (_name, { fails, whenever, calls = CALLS }) => {
    const { first, second } = stage
    const before = first.served.length + second.served.length
    let n = 0
    let well = 0
    const call = async () => {
      while (n < calls) {
        first.script(whenever(n) ? fails() : {})
        n += 1
        const response = await stage.send(CHAT)
        await response.text()
        if (response.status === 200) well += 1
      }
    }
    await Promise.all(Array.from({ length: CALLERS }, call))
    const share = well / n
    const amplification = (first.served.length + second.served.length - before) / n
    seen.push({ calls: n, share, amplification })
    expect(share).toBeGreaterThanOrEqual(0.999)
    expect(amplification).toBeLessThanOrEqual(1.1)
  },
  240_000,
)
