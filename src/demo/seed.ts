import { knownModel } from '../catalog/models.ts'
import type { Price } from '../core/price.ts'
import { CAPABILITIES, type Capability } from '../core/protocol.ts'
import type { RequestRecord } from '../core/records.ts'
import type { Clock } from '../core/time.ts'
import type { NewLimit } from '../store/limits.ts'
import type { NewModel } from '../store/models.ts'
import type { Store } from '../store/store.ts'
import type { Provider } from '../store/provider-view.ts'
import { startOfMonth } from '../store/zone.ts'
import { newUserKey, shownParts } from '../vault/keys.ts'
import type { Vault } from '../vault/vault.ts'
import { CAST_MODELS, CAST_PEOPLE, CAST_PROVIDERS } from './cast.ts'
import type { CastKey, CastModel, CastPerson, CastProvider } from './cast.ts'
import { idAt } from './dice.ts'
import type { Dice } from './dice.ts'
import { tellTheDemo } from './events.ts'
import { momentsIn, rhythmOf } from './rhythm.ts'
import { recordOf } from './tell.ts'
import type { Candidate } from './tell.ts'

type DemoSeed = {
  store: Store
  vault: Pick<Vault, 'hashKey'>
  clock: Clock
  dice: Dice
  vendorOrigin: string
  /** Gets the keys and the traffic of the first person of the cast. */
  adminId?: string
  requests?: number
  days?: number
}

const BATCH = 2000

/** Thirty calendar days with today: the console's 30 days hold all of it, and are compared with nothing. */
const DAYS = 29

/** A hash no password fits: people of the cast exist to be looked at, not to sign in. */
const NO_PASSWORD = `$argon2id$v=19$m=47104,t=1,p=1$${'A'.repeat(22)}$${'A'.repeat(43)}`

/** Fills an empty store with models, providers, people, keys and the traffic of the last days; the same dice give the same data. */
export async function seedDemo(seed: DemoSeed): Promise<void> {
  const { store, dice } = seed
  const providers: Candidate[] = []
  for (const provider of CAST_PROVIDERS) providers.push(await createProvider(provider, seed))
  const world = { models: await pricedModels(store), providers, now: seed.clock.now(), dice }
  const records: RequestRecord[] = []
  const budgets: Budget[] = []
  for (const [index, person] of CAST_PEOPLE.entries()) {
    const userId = index === 0 && seed.adminId !== undefined ? seed.adminId : await createPerson(person, seed)
    budgets.push({
      ...person,
      isOf: (record) => record.userId === userId,
      set: (limits) => store.userAdmin.change(userId, { limits }),
    })
    for (const key of person.keys) {
      const keyId = await createKey(key, userId, seed)
      budgets.push({
        ...key,
        isOf: (record) => record.keyId === keyId,
        set: (limits) => store.keys.patch({ userId, id: keyId }, { limits }),
      })
      const moments = momentsOf(key, seed)
      records.push(...moments.map((at) => recordOf({ at, userId, keyId, key }, world)))
    }
  }
  if (seed.adminId !== undefined) await tellTheDemo(store, seed.adminId, world.now)
  const month = startOfMonth(world.now, await store.limits.zone())
  const thisMonth = records.filter(({ at }) => at >= month)
  for (const budget of budgets) await setBudget(budget, thisMonth)
  records.sort((a, b) => a.at - b.at)
  for (let from = 0; from < records.length; from += BATCH) {
    await store.requests.insertSettled(records.slice(from, from + BATCH))
  }
}

function momentsOf(key: CastKey, { clock, dice, days = DAYS, requests = 20_000 }: DemoSeed): number[] {
  const now = clock.now()
  return rhythmOf(key.habit, now, days).flatMap(({ at, part }) => momentsIn(at, requests * key.share * part, now, dice))
}

/** What the demo provider can be asked for. */
const ANSWERED: ReadonlySet<Capability> = new Set(['chat', 'responses', 'messages', 'generate'])

async function createProvider(cast: CastProvider, { store, dice, clock, vendorOrigin }: DemoSeed): Promise<Candidate> {
  const outcome = await store.providers.create({
    id: idAt(clock.now(), dice),
    slug: cast.slug,
    name: cast.name,
    preset: cast.preset,
    priority: cast.priority,
    weight: 1,
    multiplierMicros: cast.multiplierMicros,
    allowPrivate: true,
    note: '',
    endpoints: cast.dialects.map((dialect) => ({
      dialect,
      baseUrl: dialect === 'openai' ? `${vendorOrigin}/v1` : vendorOrigin,
      capabilities: CAPABILITIES[dialect].filter((capability) => ANSWERED.has(capability)),
    })),
    credentials: [
      { name: 'main', secret: `sk-demo-${idAt(0, dice).slice(-12)}`, priority: 1, weight: 1, status: 'active' },
    ],
    routes: cast.models.map((model) => ({ model, upstreamName: model, enabled: true })),
    models: CAST_MODELS.filter(({ id }) => cast.models.includes(id)).map(newModel),
  })
  if (!outcome.ok) throw new Error(`the demo's provider ${cast.slug} was refused: ${outcome.refused}`)
  return candidateOf(outcome.value, cast)
}

function newModel({ id, aliases }: CastModel): NewModel {
  const known = knownModel(id)
  if (!known) throw new Error(`the catalogue does not know the demo's model ${id}`)
  const { displayName, vendor, kind, context, maxOutput, abilities, price } = known
  return { id, displayName, vendor, kind, context, maxOutput, abilities, aliases, price, enabled: true }
}

function candidateOf(provider: Provider, cast: CastProvider): Candidate {
  const [credential] = provider.credentials
  if (!credential) throw new Error(`the demo's provider ${cast.slug} has no credential`)
  const { id, name, endpoints, multiplierMicros } = provider
  return { id, name, endpoints, multiplierMicros, credential, models: cast.models }
}

/** The prices as the store has them, with the versions that rows name. */
async function pricedModels(store: Store): Promise<Map<string, CastModel & { price: Price }>> {
  const entries = await Promise.all(
    CAST_MODELS.map(async (model) => {
      const price = (await store.models.get(model.id))?.price
      if (!price) throw new Error(`the demo's model ${model.id} has no price`)
      return [model.id, { ...model, price }] as const
    }),
  )
  return new Map(entries)
}

async function createPerson(person: CastPerson, { store, dice, clock }: DemoSeed): Promise<string> {
  const id = idAt(clock.now(), dice)
  const { email, name } = person
  const rest = { role: 'user', passwordHash: NO_PASSWORD, mustChangePassword: false } as const
  const user = { id, email, name, ...rest }
  const outcome = await store.users.create(user)
  if (!outcome.ok) throw new Error(`the demo's user ${email} was refused: ${outcome.refused}`)
  return id
}

async function createKey(key: CastKey, userId: string, { store, vault, dice, clock }: DemoSeed): Promise<string> {
  const id = idAt(clock.now(), dice)
  const secret = newUserKey()
  await store.keys.create({
    id,
    userId,
    name: key.name,
    note: '',
    hash: vault.hashKey(secret),
    ...shownParts(secret),
    expiresAt: null,
    allowModels: null,
    allowIps: null,
  })
  return id
}

type Budget = {
  spent?: bigint
  isOf: (record: RequestRecord) => boolean
  set: (limits: NewLimit[]) => Promise<unknown>
}

/** Ten cents, in nano-dollars. */
const LEAST_BUDGET = 100_000_000n

/** Sets a limit on what a month costs, of which a part is spent whatever day it is: a sum of two digits, rounded up. */
async function setBudget({ spent, isOf, set }: Budget, thisMonth: readonly RequestRecord[]): Promise<void> {
  if (spent === undefined) return
  const nanos = thisMonth.filter(isOf).reduce((sum, { costNanos }) => sum + costNanos, 0n)
  const exact = (nanos * 100n) / spent
  const least = exact > LEAST_BUDGET ? exact : LEAST_BUDGET
  const step = 10n ** BigInt(String(least).length - 2)
  const max = ((least + step - 1n) / step) * step
  await set([{ metric: 'cost', window: 'month', max, mode: 'normal', action: 'refuse' }])
}
