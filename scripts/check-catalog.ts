import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Holds `src/catalog/spot-checks.json` against the price files it was copied from, read here by their own field names and not
 * by the code that builds the catalogue: `node scripts/check-catalog.ts <folder with the price files>`.
 */
const [folder] = process.argv.slice(2)
if (folder === undefined) throw new Error('usage: node scripts/check-catalog.ts <folder with the price files>')

type Sample = {
  id: string
  source: string
  date: string
  entry: string
  input?: string
  output?: string
  cacheRead?: string
  imageOut?: string
  searches?: string
}
const FIELDS = ['input', 'output', 'cacheRead', 'imageOut', 'searches'] as const
type LitellmEntry = Record<string, number> & { search_context_cost_per_query?: { search_context_size_medium: number } }
type Prices = Partial<Record<(typeof FIELDS)[number], number | undefined>>

const names = await readdir(folder)
const samples = await json<Sample[]>(new URL('../src/catalog/spot-checks.json', import.meta.url))
const piAi = await json<Record<string, { cost: Prices }>>(fileOf('pi-ai'))
const genai = await json<Record<string, { models: { id: string; prices: Record<string, number> }[] }>>(
  fileOf('genai-prices'),
)
const litellm = await json<Record<string, LitellmEntry>>(fileOf('litellm'))

/** USD per million tokens, or for one search, of one entry, as its file has it. */
const READERS: Record<string, (entry: string) => Prices> = {
  'pi-ai': (entry) => piAi[entry]?.cost ?? {},
  'genai-prices': (entry) => {
    const [provider = '', id] = entry.split('/')
    const prices = genai[provider]?.models.find((model) => model.id === id)?.prices ?? {}
    const { web_searches_kcount: searches } = prices
    return {
      input: prices['input_mtok'],
      output: prices['output_mtok'],
      cacheRead: prices['cache_read_mtok'],
      searches: searches && searches / 1000,
    }
  },
  litellm: (entry) => {
    const fields = litellm[entry] ?? {}
    const million = (field: string) => fields[field] && Number((fields[field] * 1e6).toPrecision(12))
    return {
      input: million('input_cost_per_token'),
      output: million('output_cost_per_token'),
      cacheRead: million('cache_read_input_token_cost'),
      imageOut: million('output_cost_per_image_token'),
      searches: fields.search_context_cost_per_query?.search_context_size_medium ?? fields['input_cost_per_query'],
    }
  },
}

const wrong = samples.flatMap((sample) => {
  const found = READERS[sample.source]?.(sample.entry) ?? {}
  const fields = FIELDS.filter((field) => sample[field] !== undefined)
  return fields.flatMap((field) =>
    Number(sample[field]) === found[field] ? [] : [`${sample.entry} ${field}: ${sample[field]} ≠ ${found[field]}`],
  )
})
console.log(`${samples.length} models checked, ${wrong.length} prices differ`)
for (const line of wrong) console.log(`  ${line}`)
if (wrong.length > 0) process.exitCode = 1

function fileOf(source: string): string {
  const name = names
    .filter((one) => one.startsWith(`${source}-`))
    .toSorted()
    .at(-1)
  if (name === undefined) throw new Error(`no ${source}-*.json in the folder`)
  return join(folder ?? '', name)
}

async function json<T>(file: string | URL): Promise<T> {
  return JSON.parse(await readFile(file, 'utf8')) as T
}
