import { NO_USAGE } from '../../src/core/usage.ts'
import type { Component, PriceRow, Row, ServiceRow } from './row.ts'

/** What a price may name a rate of. */
const COMPONENTS = Object.keys(NO_USAGE) as Component[]

/** No vendor asks more for a service tier: the dearest is Anthropic's fast mode, six times the price. */
const MOST_TIMES = 8n

/**
 * A price without the service tiers that a list has put down wrongly, whose rates are many times the standard ones or whose input has a
 * price where its output has none: hard limits hold what the dearest tier costs, so that one slip would hold many times too much.
 */
export function withoutSlips(price: PriceRow): PriceRow {
  const { services = [], ...standard } = price
  const wrong = new Set(services.filter((level) => isSlip(level, price)).map(({ service }) => service))
  const kept = services.filter(({ service }) => !wrong.has(service))
  return { ...standard, ...(kept.length > 0 && { services: kept }) }
}

function isSlip(level: ServiceRow, price: PriceRow): boolean {
  if (level.input !== undefined && level.output === undefined && price.output !== undefined) return true
  return COMPONENTS.some((component) => {
    const [rate, usual] = [level[component], standardAt(level.above, component, price)]
    return rate !== undefined && usual !== undefined && BigInt(rate) > BigInt(usual) * MOST_TIMES
  })
}

/** What a component costs at a length of input without any service tier. */
function standardAt(above: number, component: Component, { tiers = [], ...base }: PriceRow): string | undefined {
  const rates = tiers.flatMap((tier) => (tier.above <= above ? (tier[component] ?? []) : []))
  return rates.at(-1) ?? base[component]
}

/** What LiteLLM has for many models that may say many times as much, such as MiniMax M2 and DeepSeek V4; Google's older ones say no more. */
const FILLER = 8192

type Told = Pick<Row, 'maxOutput' | 'source' | 'vendor'>

/** The longest answer of a model by what lists say of it, the nearest first: too short a limit would cut answers that were asked for. */
export function longestOutput(same: readonly Told[]): number | null {
  const isFiller = ({ source, maxOutput, vendor }: Told) =>
    source === 'litellm' && maxOutput === FILLER && vendor !== 'Google'
  const told = same.filter(({ maxOutput }) => maxOutput !== null)
  return (told.find((row) => !isFiller(row)) ?? told[0])?.maxOutput ?? null
}
