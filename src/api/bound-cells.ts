import { z } from 'zod'
import { keyFields } from '../contract/keys.ts'
import { limitsInput } from '../contract/limits.ts'
import type { LimitState } from '../core/limits.ts'
import type { AccountBounds } from '../store/users.ts'
import { boundsNamed } from './account-bounds.ts'
import { noSuch } from './allowed-models.ts'
import type { Deps } from './deps.ts'
import { invalid } from './errors.ts'
import { limitViews, limitWords } from './limit-json.ts'

/** What an account may use as the columns of a table: a cell holds a list, parted by semicolons; an empty one sets no bound. */
export const BOUND_COLUMNS = ['limits', 'allow_models', 'deny_models', 'allow_providers', 'allow_ips'] as const

type Cells = Record<(typeof BOUND_COLUMNS)[number], string>

const BETWEEN = '; '
/** A list that allows nothing is no list that is not there; nothing has this name, so that it is not read as one. */
const NOTHING = '(none)'

/** The bounds of an account under `BOUND_COLUMNS`, providers by their slugs. */
export function boundCells(
  { allowModels, denyModels, allowProviders, allowIps }: AccountBounds,
  limits: readonly LimitState[],
  slugs: ReadonlyMap<string, string>,
): Cells {
  const listed = (list: readonly string[] | null) => (list?.length === 0 ? NOTHING : (list ?? []).join(BETWEEN))
  return {
    limits: limitViews(limits)
      .map((limit) => [limitWords([limit]), ...marksOf(limit)].join(':'))
      .join(BETWEEN),
    allow_models: listed(allowModels),
    deny_models: denyModels.join(BETWEEN),
    allow_providers: listed(allowProviders && allowProviders.map((id) => slugs.get(id) ?? id)),
    allow_ips: listed(allowIps),
  }
}

/** What is said of a limit where it is not as most are. */
function marksOf({ mode, action }: { mode: string; action: string }): string[] {
  return [mode, action].filter((word) => word === 'hard' || word === 'warn')
}

const list = z.string().transform((cell) =>
  cell
    .split(/[;；\n]/)
    .map((one) => one.trim())
    .filter((one) => one !== ''),
)

const LIMIT = /^([a-z]+)(?:\.(\w+))?=([\d.]+)((?::(?:hard|warn))*)$/

/** A limit as `limitWords` writes it and `marksOf` marks it; what is none is refused by the contract. */
function limitIn(words: string): object {
  const [, metric = words, window, max = '', marks = ''] = LIMIT.exec(words) ?? []
  return {
    metric,
    ...(window !== undefined && { window }),
    max: metric === 'cost' ? max : Number(max),
    mode: marks.includes('hard') ? 'hard' : 'normal',
    action: marks.includes('warn') ? 'warn' : 'refuse',
  }
}

/** The cells of `BOUND_COLUMNS` as they are read, for a schema of a line. */
export const boundFields = {
  limits: list
    .transform((words) => words.map(limitIn))
    .pipe(limitsInput)
    .default([]),
  allow_models: list.pipe(keyFields.allow_models.unwrap()).nullable().default(null),
  deny_models: list.pipe(z.array(z.string().max(200)).max(200)).default([]),
  allow_providers: list.pipe(z.array(z.string()).min(1).max(200)).nullable().default(null),
  allow_ips: list.pipe(keyFields.allow_ips.unwrap()).nullable().default(null),
}

type Told = z.output<z.ZodObject<typeof boundFields>>

/** The same with providers by their ids and models by their catalogue names; throws what is not there, or does not go together. */
export async function boundsOfCells<T extends Told>(told: T, deps: Deps): Promise<T> {
  const providers = told.allow_providers && (await providersNamed(told.allow_providers, deps))
  return boundsNamed({ ...told, allow_providers: providers }, {}, deps)
}

async function providersNamed(slugs: readonly string[], { store }: Deps): Promise<string[]> {
  const ids = new Map((await store.providers.list()).map(({ slug, id }) => [slug, id]))
  const unknown = slugs.filter((slug) => !ids.has(slug))
  if (unknown.length > 0) throw invalid({ allow_providers: noSuch({ zh: '提供商', en: 'providers' }, unknown) })
  return slugs.flatMap((slug) => ids.get(slug) ?? [])
}
