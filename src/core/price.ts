import type { Usage } from './usage.ts'

/** What a price is set for: token classes, and `requests` and `searches`, which are priced by the piece. */
export type PriceComponent = keyof Usage

/** Nano-dollars per million tokens; for `requests` and `searches` nano-dollars per million pieces. */
export type Rates = Partial<Record<PriceComponent, bigint>>

/** One version of a model's price. A tier replaces the rates it names once the whole input is above its threshold. */
export type Price = { version: string; rates: Rates; tiers: readonly PriceTier[] }

export type PriceTier = { aboveTokens: number; rates: Rates }
