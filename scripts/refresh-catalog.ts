import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { genaiPricesRows } from './catalog/genai-prices.ts'
import { litellmRows } from './catalog/litellm.ts'
import { piAiRows } from './catalog/pi-ai.ts'
import { disagreementsIn } from './catalog/disagreements.ts'
import { longestOutput, withoutSlips } from './catalog/slips.ts'
import { SERVED_AS, withVendorRules } from './catalog/vendor-rules.ts'
import type { PriceRow, Row } from './catalog/row.ts'

/**
 * Builds `src/catalog/models.json`, and `disagreements.json` beside it for who doubts a price, from three public price files (all MIT) in the folder given:
 * `node scripts/refresh-catalog.ts <folder>`. Their names end in the date they were taken at.
 */
const [folder] = process.argv.slice(2)
if (folder === undefined) throw new Error('usage: node scripts/refresh-catalog.ts <folder with the price files>')

const files = await readdir(folder)
const piAi = await source('pi-ai-', 'https://github.com/earendil-works/pi-mono')
const genai = await source('genai-prices-', 'https://github.com/pydantic/genai-prices')
const litellm = await source('litellm-', 'https://github.com/BerriAI/litellm')
const newest = [piAi.date, genai.date, litellm.date].toSorted().at(-1) ?? ''

const groups = grouped([
  ...piAiRows(piAi.json as never),
  ...genaiPricesRows(genai.json as never, newest),
  ...litellmRows(litellm.json as never),
])
const byName = new Map(groups.map((same) => [same[0]?.id, same]))
const models = groups
  .map((same) => servedAs(modelOf(same)))
  .filter((model) => model.price !== undefined || model.vendor !== undefined)
  .toSorted((a, b) => (a.id < b.id ? -1 : 1))
const sources = [piAi, genai, litellm].map(({ name, date, url }) => ({ name, date, url, licence: 'MIT' }))
const lines = models.map((model) => JSON.stringify(model)).join(',\n')
await writeFile(
  new URL('../src/catalog/models.json', import.meta.url),
  `{"sources":${JSON.stringify(sources)},\n"models":[\n${lines}\n]}\n`,
)
const disagreements = groups.flatMap((same) => disagreementsIn(trustedOf(same)))
await writeFile(
  new URL('../src/catalog/disagreements.json', import.meta.url),
  `{"disagreements":[\n${disagreements.map((one) => JSON.stringify(one)).join(',\n')}\n]}\n`,
)
console.log(`${disagreements.length} prices that sources disagree about by more than a fifth`)
console.log(`${models.length} models, ${models.filter((model) => model.price).length} of them priced`)

async function source(prefix: string, url: string) {
  const file = files
    .filter((name) => name.startsWith(prefix))
    .toSorted()
    .at(-1)
  if (file === undefined) throw new Error(`no ${prefix}*.json in the folder`)
  const date = /(\d{4}-\d{2}-\d{2})/.exec(file)?.[1] ?? ''
  return { name: prefix.slice(0, -1), date, url, json: JSON.parse(await readFile(join(folder ?? '', file), 'utf8')) }
}

/** What the sources say of each public name, the entry nearest to the vendor first. */
function grouped(rows: readonly Row[]): Row[][] {
  const byName = new Map<string, Row[]>()
  for (const row of rows.filter(isPublic)) {
    const same = byName.get(row.id.toLowerCase())
    if (same) same.push(row)
    else byName.set(row.id.toLowerCase(), [row])
  }
  return [...byName.values()]
    .map((same) => same.toSorted((a, b) => a.distance - b.distance))
    .filter((same) => !isRespelled(same, byName))
}

/** The vendor's own entries where there are any, else those of hosts and resellers. */
function trustedOf(same: readonly Row[]): readonly Row[] {
  const own = same.filter((row) => row.distance < 3)
  return own.length > 0 ? own : same
}

/** Variants of a reseller (`:free`, `~latest`) and names that are no names. */
function isPublic({ id }: Row): boolean {
  return /^[A-Za-z0-9][A-Za-z0-9._@-]*$/.test(id) && id.length <= 100
}

/** Resellers write `claude-opus-4.5` for what its vendor calls `claude-opus-4-5`; only the vendor's name stays. */
function isRespelled(same: readonly Row[], byName: ReadonlyMap<string, Row[]>): boolean {
  const [first] = same
  if (first === undefined || first.distance < 3 || !first.id.includes('.')) return false
  return (byName.get(first.id.toLowerCase().replaceAll('.', '-')) ?? []).some((row) => row.distance < 3)
}

/** One model for a public name: what the nearest entry lacks is filled in from the next ones. */
function modelOf(same: readonly Row[]) {
  const [first] = same as [Row, ...Row[]]
  const trusted = trustedOf(same)
  const priced = trusted.find((row) => row.price !== null)
  const facts = { ...first, hosts: same.flatMap(({ host }) => host ?? []) }
  const price = priced?.price && withVendorRules(withoutSlips(withRest(priced.price, trusted)), facts)
  const later = price && trusted.find((row) => row.later && agrees(row.price, price))?.later
  // A name can be an image model to one source and chat to another: the most specific word is right.
  const kind = trusted.map((row) => row.kind).find((one) => one !== 'chat') ?? 'chat'
  return {
    id: first.id,
    name: nameOf(same),
    vendor: same.find((row) => row.vendor !== '')?.vendor,
    ...(kind !== 'chat' && { kind }),
    // Some sources give the length up to which the base price holds; the longest is what the model takes.
    context:
      Math.max(...(trusted.some((row) => row.context) ? trusted : same).map((row) => row.context ?? 0)) || undefined,
    maxOutput: longestOutput(same) ?? undefined,
    abilities: [...new Set(trusted.flatMap((row) => row.abilities))],
    ...(price && { price, source: priced.source }),
    ...(later && { later: later.map((step) => ({ ...step, price: withVendorRules(step.price, facts) })) }),
  }
}

/** The model that a name is served by, where that is another one: what it takes, and what it costs. */
function servedAs(model: ReturnType<typeof modelOf>) {
  const other = byName.get(SERVED_AS.get(model.id))
  return other === undefined ? model : { ...modelOf(other), id: model.id, name: model.name }
}

/** The first name that is one model's own: some sources name a whole family at once. */
function nameOf(same: readonly Row[]): string | undefined {
  const bare = (text: string) => text.toLowerCase().replace(/[^a-z0-9]/g, '')
  const names = same.flatMap(({ name }) => (name === null ? [] : [name.replace(/ \(latest\)$|^[^:]{1,24}: /g, '')]))
  return (
    names.find((name) => same.some(({ id }) => bare(id) === bare(name))) ??
    same.find((row) => row.distance === 0)?.name ??
    undefined
  )
}

/** Adds the rates only a further source knows, if it agrees about input and output and so speaks of the same price. */
function withRest(price: PriceRow, rows: readonly Row[]): PriceRow {
  const agreeing = rows.flatMap(({ price: other }) => (other && agrees(other, price) ? [other] : []))
  const { tiers: _, services, ...all } = Object.assign({}, ...agreeing.toReversed()) as PriceRow
  const { searches, requests } = all
  // A class added to the base alone would keep its low rate above the threshold; only what is sold by the piece may come.
  const rest = price.tiers ? { ...(searches && { searches }), ...(requests && { requests }) } : all
  return { ...rest, ...price, ...(services && { services }) }
}

function agrees(one: PriceRow | null, other: PriceRow): boolean {
  return one?.input === other.input && one?.output === other.output
}
