import type { Call, Contestant } from '../contestant.ts'
import { quantile, type Row } from '../row.ts'
import { type Scenario, WARM_SECONDS } from '../stage.ts'
import { steadily } from '../steady.ts'

const RATE = 500
const COLD_KEYS = 200

/** What the gateway adds to an answer at a load far below what it can do, beside asking the vendor without it. */
export const latency: Scenario = async ({ upstreams, yumen, others, rounds, seconds, say }) => {
  const direct = { call: { url: `${upstreams.small}/chat/completions`, headers: {} }, keys: ['nobody-looks'] }
  const nginx = others.find(({ name }) => name === 'nginx')
  const ways = { direct, ...(nginx && { nginx: wayOf(nginx) }), yumen: wayOf(yumen) }
  const ask = (way: Way, count: number) => steadily({ ...way, model: 'small', rate: RATE, count })
  for (const way of Object.values(ways)) await ask(way, RATE * WARM_SECONDS)
  const found: Record<string, number[][]> = {}
  for (let round = 1; round <= rounds; round += 1)
    for (const [name, way] of Object.entries(ways)) {
      const took = await ask(way, RATE * seconds * 2)
      found[name] = [...(found[name] ?? []), took]
      say(
        `  round ${round}  ${name.padEnd(8)} p50 ${quantile(took, 0.5).toFixed(2)} ms  p99 ${quantile(took, 0.99).toFixed(2)} ms`,
      )
    }
  return [added(found, 0.5, { must: 1, aim: 0.3 }), added(found, 0.99, { must: 5, aim: 2 })]
}

type Way = { call: Call; keys: readonly string[] }

function wayOf(contestant: Contestant): Way {
  return { call: contestant.call('small'), keys: contestant.keys.slice(0, 1) }
}

function added(found: Record<string, number[][]>, share: number, bounds: { must: number; aim: number }): Row {
  const of = (name: string) => (found[name] ?? []).map((took) => quantile(took, share))
  const direct = of('direct')
  const values = of('yumen').map((ms, round) => ms - (direct[round] ?? 0))
  return {
    name: `latency at ${RATE} requests/s, p${share * 100}`,
    unit: 'ms',
    found: { yumen: of('yumen'), direct, nginx: of('nginx') },
    checks: [{ label: 'added', values, better: 'less', ...bounds }],
  }
}

/** The first request of a key beside one of a key that is known. */
export const cold: Scenario = async ({ yumen, say }) => {
  const fresh = await yumen.addKeys(COLD_KEYS)
  const ask = (keys: readonly string[]) =>
    steadily({ call: yumen.call('small'), keys, model: 'small', rate: 100, count: COLD_KEYS })
  const [first, again] = [await ask(fresh), await ask(fresh)]
  const p50 = (took: readonly number[]) => quantile(took, 0.5)
  say(`  first p50 ${p50(first).toFixed(2)} ms, again p50 ${p50(again).toFixed(2)} ms`)
  return [
    {
      name: 'first request of a key, p50',
      unit: 'ms',
      found: { yumen: [p50(first)] },
      checks: [{ label: '− its second', values: [p50(first) - p50(again)], better: 'less' }],
    },
  ]
}
