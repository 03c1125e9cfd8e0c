import { readFileSync } from 'node:fs'
import { fromTold, type ToldHours } from '../core/price-hours.ts'
import type { Price, Rates } from '../core/price.ts'
import type { ServiceTier } from '../core/service-tier.ts'

/** What the built-in catalogue knows of a model; `source` says where its price comes from and when it was taken. */
export type KnownModel = {
  id: string
  displayName: string
  vendor: string
  kind: 'chat' | 'embedding' | 'image' | 'audio' | 'rerank' | 'moderation'
  /** Tokens; null when not known. */
  context: number | null
  maxOutput: number | null
  abilities: readonly Ability[]
  /** The price at the date of its source. */
  price: Price | null
  /** Prices that were announced for later, the next one first; times are epoch milliseconds. */
  later: readonly { from: number; price: Price }[]
  source: { name: string; date: string } | null
}
type Ability = 'vision' | 'tools' | 'reasoning' | 'cache' | 'structured_output' | 'audio_in' | 'image_out'

type RateTexts = Record<string, string>
type LevelRow = RateTexts & { above: number }
type PriceRow = RateTexts & {
  tiers?: LevelRow[]
  services?: (LevelRow & { service: ServiceTier })[]
  hours?: ToldHours
}
/** A row of `models.json`, which `scripts/refresh-catalog.ts` writes; rates are decimal strings of nano-dollars per million. */
type Row = {
  id: string
  name?: string
  vendor?: string
  kind?: KnownModel['kind']
  context?: number
  maxOutput?: number
  abilities: Ability[]
  price?: PriceRow
  later?: { from: string; price: PriceRow }[]
  source?: string
}
type Catalogue = { sources: { name: string; date: string }[]; models: Row[] }
type Index = { dates: ReadonlyMap<string, string>; rows: ReadonlyMap<string, Row> }

let loaded: Index | undefined

/**
 * Looks a model up by the name a caller or an upstream uses: as it is, without a vendor's or host's path before it,
 * without a date after it, with dots for hyphens; undefined when the catalogue knows none of these.
 */
export function knownModel(name: string): KnownModel | undefined {
  loaded ??= load()
  for (const candidate of spellings(name)) {
    const row = loaded.rows.get(candidate)
    if (row) return modelOf(row, loaded.dates)
  }
  return undefined
}

/** The price lists the catalogue was made from, and their dates. */
export function catalogueSources(): { name: string; date: string }[] {
  loaded ??= load()
  return [...loaded.dates].map(([name, date]) => ({ name, date }))
}

function load(): Index {
  const { sources, models } = JSON.parse(readFileSync(new URL('models.json', import.meta.url), 'utf8')) as Catalogue
  return {
    dates: new Map(sources.map(({ name, date }) => [name, date])),
    rows: new Map(models.map((row) => [row.id.toLowerCase(), row])),
  }
}

function spellings(name: string): Set<string> {
  const whole = name.trim().toLowerCase()
  const bare = (whole.split('/').at(-1) ?? whole).replace(/:[a-z]+$/, '')
  const undated = bare.replace(/-(\d{8}|\d{4}-\d{2}-\d{2}|latest)$/, '')
  return new Set([whole, bare, undated, undated.replaceAll('.', '-')])
}

function modelOf(row: Row, dates: Index['dates']): KnownModel {
  const date = row.source === undefined ? undefined : dates.get(row.source)
  const source = row.source !== undefined && date !== undefined ? { name: row.source, date } : null
  const version = source ? `${source.name}@${source.date}` : 'catalogue'
  return {
    id: row.id,
    displayName: row.name ?? row.id,
    vendor: row.vendor ?? '',
    kind: row.kind ?? 'chat',
    context: row.context ?? null,
    maxOutput: row.maxOutput ?? null,
    abilities: row.abilities,
    price: row.price ? priceOf(row.price, version) : null,
    later: (row.later ?? []).map(({ from, price }) => ({ from: Date.parse(from), price: priceOf(price, version) })),
    source,
  }
}

function priceOf({ tiers = [], services = [], hours, ...rates }: PriceRow, version: string): Price {
  return {
    version,
    rates: ratesOf(rates),
    tiers: tiers.map(({ above, ...tier }) => ({ aboveTokens: above, rates: ratesOf(tier) })),
    ...(services.length > 0 && {
      services: services.map(({ service, above, ...own }) => ({ service, aboveTokens: above, rates: ratesOf(own) })),
    }),
    ...(hours && { hours: fromTold(hours) }),
  }
}

function ratesOf(texts: object): Rates {
  return Object.fromEntries(Object.entries(texts).map(([component, text]) => [component, BigInt(String(text))]))
}
