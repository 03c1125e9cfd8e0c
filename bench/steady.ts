import type { Call } from './contestant.ts'
import { LOAD_CORE, outputOf } from './process.ts'

type Steady = { call: Call; keys: readonly string[]; model: string; rate: number; count: number }

/** How long requests of one kilobyte took, in milliseconds, sent at a steady rate whatever the ones before do. */
export async function steadily({ call, keys, model, rate, count }: Steady): Promise<number[]> {
  const job = {
    url: call.url,
    headers: { ...call.headers, 'content-type': 'application/json' },
    keys,
    body: JSON.stringify({ model, messages: [{ role: 'user', content: 'x'.repeat(700) }] }),
    rate,
    count,
  }
  const command = [process.execPath, 'bench/steady-load.ts', JSON.stringify(job)]
  const told = await outputOf({ core: LOAD_CORE, command }, (count / rate) * 1000 + 45_000)
  return told.split('\n').map(Number)
}
