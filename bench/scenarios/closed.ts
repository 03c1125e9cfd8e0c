import { agentMessages } from '../agent-messages.ts'
import type { Contestant, Model } from '../contestant.ts'
import { type Check, ratios, type Row } from '../row.ts'
import { type Scenario, type Stage, takeTurns, WARM_SECONDS } from '../stage.ts'
import { BURST, REPLY } from '../upstream.ts'
import { type Found, load } from '../wrk.ts'

type Bounds = { must: number; aim: number }
type Shape = {
  name: string
  model: Model
  body: object
  callers: number
  answer: string
  against: Partial<Record<Contestant['name'], Bounds>>
}

const messages = [{ role: 'user', content: 'x'.repeat(700) }]

const SMALL: Shape = {
  name: '1 KB, not streamed',
  model: 'small',
  body: { model: 'small', messages },
  callers: 32,
  answer: REPLY,
  against: { nginx: { must: 0.35, aim: 0.6 }, portkey: { must: 6, aim: 10 }, bare: { must: 0.7, aim: 0.9 } },
}

/** One kilobyte asked and answered. */
export const small: Scenario = closed(SMALL)

/** A stream whose 200 events are there at once. */
export const burst: Scenario = closed({
  name: 'stream of 200 events at once',
  model: 'burst',
  body: { model: 'burst', stream: true, messages },
  callers: 32,
  answer: BURST,
  against: { nginx: { must: 0.5, aim: 0.9 } },
})

const AGENT_BYTES = 211_000

/** What a coding agent sends: a long conversation, full of code. */
export const agent: Scenario = async (stage) =>
  closed({
    name: '211 KB asked',
    model: 'small',
    body: { model: 'small', messages: await agentMessages(AGENT_BYTES) },
    callers: 16,
    answer: REPLY,
    against: { nginx: { must: 0.2, aim: 0.4 } },
  })(stage)

/** One kilobyte, asked with a thousand keys in turn, beside the same with one. */
export const keys: Scenario = async (stage) => {
  const many = await stage.yumen.addKeys(1000)
  const one: number[] = []
  const thousand: number[] = []
  for (let round = 1; round <= stage.rounds; round += 1) {
    one.push(perCore(await loadOf(stage, SMALL, stage.yumen)))
    thousand.push(perCore(await loadOf(stage, SMALL, { ...stage.yumen, keys: many })))
    stage.say(`  round ${round}  one key ${one.at(-1)?.toFixed(0)}/s, a thousand ${thousand.at(-1)?.toFixed(0)}/s`)
  }
  const check: Check = { label: '÷ one key', values: ratios(thousand, one), better: 'more' }
  return [{ name: '1 KB, a thousand keys in turn', unit: '/s', found: { yumen: thousand }, checks: [check] }]
}

function closed(shape: Shape): Scenario {
  return async (stage) => {
    await isPassedOn(shape, stage.yumen)
    const others = await whoPassOn(shape, stage)
    for (const contestant of [...others, stage.yumen])
      await loadOf({ ...stage, seconds: WARM_SECONDS }, shape, contestant)
    const found = await takeTurns({ ...stage, others }, (contestant) => loadOf(stage, shape, contestant), tell)
    return [rowOf(shape, found)]
  }
}

function loadOf({ seconds, folder }: { seconds: number; folder: string }, shape: Shape, contestant: Contestant) {
  const { pid, keys: known } = contestant
  const body = JSON.stringify(shape.body)
  return load({ call: contestant.call(shape.model), keys: known, body, callers: shape.callers, seconds, pid }, folder)
}

/** Requests a second of a core that does nothing else. */
const perCore = ({ cpuUs }: Found) => 1_000_000 / cpuUs

function tell(found: Found): string {
  const { perSecond, cpuUs, p50Ms, p99Ms } = found
  return `${perCore(found).toFixed(0)}/s per core  ${cpuUs.toFixed(1)} µs of CPU a request  ${perSecond.toFixed(0)}/s by the clock  p50 ${p50Ms.toFixed(2)} ms  p99 ${p99Ms.toFixed(2)} ms`
}

function rowOf(
  { name, against }: Shape,
  found: Partial<Record<Contestant['name'], Found[]>> & { yumen: Found[] },
): Row {
  const rates = Object.entries(found).map(([who, values]) => [who, values.map(perCore)] as const)
  const own = found.yumen.map(perCore)
  const checks = rates.flatMap(([who, theirs]): Check[] => {
    const bounds = against[who as Contestant['name']]
    return bounds ? [{ label: `÷ ${who}`, values: ratios(own, theirs), better: 'more', ...bounds }] : []
  })
  return { name, unit: '/s', found: Object.fromEntries(rates), checks }
}

/** Those of the others who pass on what the vendor says; who does not is not measured. */
async function whoPassOn(shape: Shape, { others, say }: Stage): Promise<Contestant[]> {
  const able: Contestant[] = []
  for (const contestant of others)
    await isPassedOn(shape, contestant).then(
      () => able.push(contestant),
      (error: Error) => say(`  left out: ${error.message}`),
    )
  return able
}

/** Throws when a contestant does not pass on what the vendor says. */
async function isPassedOn({ model, body, answer }: Shape, contestant: Contestant): Promise<void> {
  const { url, headers } = contestant.call(model)
  const response = await fetch(url, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json', authorization: `Bearer ${contestant.keys[0]}` },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(10_000),
  })
  const text = await response.text()
  if (!response.ok || contentOf(text) !== contentOf(answer))
    throw new Error(`${contestant.name} does not pass on ${model}: ${response.status} ${text.slice(0, 300)}`)
}

/** What was said, apart from a gateway's own fields. */
function contentOf(text: string): string {
  return [...text.matchAll(/"content":\s?"((?:[^"\\]|\\.)*)"/g)].map(([, said]) => said).join('')
}
