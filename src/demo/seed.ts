import { knownModel } from '../catalog/models.ts'
import type { Price } from '../core/price.ts'
import { CAPABILITIES, type Capability } from '../core/protocol.ts'
import type { RequestRecord } from '../core/records.ts'
import { formatUsd } from '../core/money.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../core/time.ts'
import type { AuditEntry } from '../store/audit.ts'
import type { NewLimit } from '../store/limits.ts'
import type { NewModel } from '../store/models.ts'
import type { Store } from '../store/store.ts'
import type { Provider } from '../store/provider-view.ts'
import type { Trail } from '../store/trail.ts'
import { startOfMonth } from '../store/zone.ts'
import { newUserKey, shownParts } from '../vault/keys.ts'
import type { Vault } from '../vault/vault.ts'
import { tellBalances } from './balances.ts'
import { CAST_MODELS, CAST_PEOPLE, CAST_PROVIDERS } from './cast.ts'
import type { CastKey, CastModel, CastPerson, CastProvider } from './cast.ts'
import { idAt } from './dice.ts'
import type { Dice } from './dice.ts'
import { byOwner, eventsOf } from './events.ts'
import { type Happening, letHappen } from './happening.ts'
import { operationsOf } from './operations.ts'
import { type Auditing, auditingBy } from './operator.ts'
import type { Past } from './past.ts'
import { momentsIn, rhythmOf } from './rhythm.ts'
import { recordOf } from './tell.ts'
import type { Candidate } from './tell.ts'

type DemoSeed = {
  store: Store
  vault: Pick<Vault, 'hashKey'>
  /** The store's clock, which dates what is written. */
  past: Past
  dice: Dice
  vendorOrigin: string
  /** Gets the keys and the traffic of the first person of the cast. */
  adminId?: string
  requests?: number
  days?: number
}

/** Who sets things up, and writes down that they did. */
type SettingUp = DemoSeed & { auditing: Auditing }

const BATCH = 2000

/** Thirty calendar days with today: the console's 30 days hold all of it, and are compared with nothing. */
const DAYS = 29

/** A hash no password fits: people of the cast exist to be looked at, not to sign in. */
const NO_PASSWORD = `$argon2id$v=19$m=47104,t=1,p=1$${'A'.repeat(22)}$${'A'.repeat(43)}`

/** Everything is there before the first request, and takes so long to set up one by one. */
const SET_UP_MS = DAYS * DAY_MS + 3 * HOUR_MS
const STEP_MS = 4 * MINUTE_MS

/** Fills an empty store with models, providers, people, keys and what happened in the last days; the same dice give the same data. */
export async function seedDemo(seed: DemoSeed): Promise<void> {
  const { store, dice, past, adminId } = seed
  const now = past.now()
  const settingUp = { ...seed, auditing: auditingBy(adminId ?? null, past) }
  past.put(now - SET_UP_MS)
  const providers: Candidate[] = []
  for (const provider of CAST_PROVIDERS) providers.push(await createProvider(provider, settingUp))
  const world = { models: await pricedModels(store), providers, now, dice }
  const records: RequestRecord[] = []
  const budgets: Budget[] = []
  const people: string[] = []
  for (const [index, person] of CAST_PEOPLE.entries()) {
    const userId = index === 0 && adminId !== undefined ? adminId : await createPerson(person, settingUp)
    people.push(userId)
    budgets.push({
      ...person,
      target: { targetKind: 'user', targetId: userId },
      isOf: (record) => record.userId === userId,
      set: (limits, trail) => store.userAdmin.change(userId, { limits }, trail),
    })
    for (const key of person.keys) {
      const keyId = await createKey(key, userId, seed)
      budgets.push({
        ...key,
        target: { targetKind: 'key', targetId: keyId },
        isOf: (record) => record.keyId === keyId,
        set: (limits, trail) => store.keys.patch({ userId, id: keyId }, { limits }, trail),
      })
      const moments = momentsOf(key, now, seed)
      records.push(...moments.map((at) => recordOf({ at, userId, keyId, key }, world)))
    }
  }
  const month = startOfMonth(now, await store.limits.zone())
  const thisMonth = records.filter(({ at }) => at >= month)
  const [userId = ''] = people
  const { auditing } = settingUp
  const happenings = [
    ...eventsOf({ store, userId, now, auditing }),
    ...operationsOf({ store, auditing, now, providers, records }),
    ...budgets.flatMap((budget) => budgetSet(budget, thisMonth, auditing)),
  ]
  await letHappen(happenings, now, past)
  past.backToPresent()
  await tellBalances(store)
  records.sort((a, b) => a.at - b.at)
  for (let from = 0; from < records.length; from += BATCH) {
    await store.requests.insertSettled(records.slice(from, from + BATCH))
  }
}

function momentsOf(key: CastKey, now: number, { dice, days = DAYS, requests = 20_000 }: DemoSeed): number[] {
  return rhythmOf(key.habit, now, days).flatMap(({ at, part }) => momentsIn(at, requests * key.share * part, now, dice))
}

/** The next thing is set up a little later; says when. */
function nextStep(past: Past): number {
  past.put(past.now() + STEP_MS)
  return past.now()
}

/** What the demo provider can be asked for. */
const ANSWERED: ReadonlySet<Capability> = new Set(['chat', 'responses', 'messages', 'generate', 'interactions'])

async function createProvider(cast: CastProvider, settingUp: SettingUp): Promise<Candidate> {
  const { store, dice, past, vendorOrigin, auditing } = settingUp
  const { slug, name, preset, priority } = cast
  const id = idAt(nextStep(past), dice)
  const after = { slug, name, preset, priority, routes: cast.models }
  const audit = auditing({ action: 'provider.created', targetKind: 'provider', targetId: id, after })
  const outcome = await store.providers.create(
    {
      id,
      slug,
      name,
      preset,
      priority,
      weight: 1,
      multiplierMicros: cast.multiplierMicros,
      allowPrivate: true,
      billingType: cast.billingType,
      balanceAlert: cast.balanceAlert,
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
      models: CAST_MODELS.filter((model) => cast.models.includes(model.id)).map(newModel),
    },
    { audit },
  )
  if (!outcome.ok) throw new Error(`the demo's provider ${slug} was refused: ${outcome.refused}`)
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
  const { id, slug, name, endpoints, multiplierMicros } = provider
  return { id, slug, name, endpoints, multiplierMicros, credential, models: cast.models }
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

async function createPerson(person: CastPerson, { store, dice, past, auditing }: SettingUp): Promise<string> {
  const id = idAt(nextStep(past), dice)
  const { email, name, bounds } = person
  const role = 'user'
  const audit = auditing({ action: 'user.created', targetKind: 'user', targetId: id, after: { email, name, role } })
  const user = { id, email, name, role, passwordHash: NO_PASSWORD, mustChangePassword: false, ...bounds } as const
  const outcome = await store.users.create(user, { audit })
  if (!outcome.ok) throw new Error(`the demo's user ${email} was refused: ${outcome.refused}`)
  return id
}

async function createKey(key: CastKey, userId: string, { store, vault, dice, past }: DemoSeed): Promise<string> {
  const id = idAt(nextStep(past), dice)
  const secret = newUserKey()
  const shown = shownParts(secret)
  await store.keys.create(
    {
      id,
      userId,
      name: key.name,
      note: '',
      hash: vault.hashKey(secret),
      ...shown,
      expiresAt: null,
      allowModels: null,
      allowIps: null,
    },
    { activity: { userId, ...byOwner('key.created', { name: key.name, last4: shown.last4 }) } },
  )
  return id
}

/** A limit on what a month costs: of whom, and how much of it is spent, in percent. */
type Budget = {
  spent?: bigint
  target: Pick<AuditEntry, 'targetKind' | 'targetId'>
  isOf: (record: RequestRecord) => boolean
  set: (limits: NewLimit[], trail: Trail) => Promise<unknown>
}

/** Ten cents, in nano-dollars. */
const LEAST_BUDGET = 100_000_000n

const BUDGET_AGO_MS = 100 * MINUTE_MS

/** Sets a limit of which a part is spent whatever day of the month it is: a sum of two digits, rounded up. */
function budgetSet(budget: Budget, thisMonth: readonly RequestRecord[], auditing: Auditing): Happening[] {
  const { spent, target, isOf, set } = budget
  if (spent === undefined) return []
  const nanos = thisMonth.filter(isOf).reduce((sum, { costNanos }) => sum + costNanos, 0n)
  const exact = (nanos * 100n) / spent
  const least = exact > LEAST_BUDGET ? exact : LEAST_BUDGET
  const step = 10n ** BigInt(String(least).length - 2)
  const max = ((least + step - 1n) / step) * step
  const happen = () => {
    const action = `${target.targetKind}.changed`
    const after = { limits: [{ metric: 'cost', window: 'month', max: formatUsd(max) }] }
    const audit = auditing({ ...target, action, before: { limits: [] }, after })
    return set([{ metric: 'cost', window: 'month', max, mode: 'normal', action: 'refuse' }], { audit })
  }
  return [{ agoMs: BUDGET_AGO_MS, happen }]
}
