// Fills a new data folder with one week of traffic of a hundred people, told and stored by the gateway's own code.
//   node bench/fill-week.ts <requests>     (YUMEN_DATA and ADMIN_… as for a gateway)
import { startApp } from '../src/app.ts'
import { readConfig } from '../src/config.ts'
import type { Price } from '../src/core/price.ts'
import type { RequestRecord } from '../src/core/records.ts'
import { DAY_MS, dayOf, systemClock } from '../src/core/time.ts'
import { CAST_MODELS, CAST_PEOPLE, CAST_PROVIDERS, type CastKey } from '../src/demo/cast.ts'
import { diceOf, idAt } from '../src/demo/dice.ts'
import { createPast } from '../src/demo/past.ts'
import { momentsIn, rhythmOf } from '../src/demo/rhythm.ts'
import { seedDemo } from '../src/demo/seed.ts'
import { recordOf, type World } from '../src/demo/tell.ts'
import type { Store } from '../src/store/store.ts'
import { newUserKey, shownParts } from '../src/vault/keys.ts'
import type { Vault } from '../src/vault/vault.ts'
import { WEEK_MS, WEEKS } from './usage-data.ts'

const PEOPLE = 100
const KEYS_EACH = 2
const BATCH = 2000

type Owner = { userId: string; keyId: string; key: CastKey }

const dice = diceOf(20_261_122)
const ended = dayOf(Date.now()) - (WEEKS - 1) * WEEK_MS

async function fillWeek(requests: number): Promise<void> {
  const past = createPast(systemClock)
  await using app = await startApp(readConfig(), undefined, past)
  const { store, vault } = app
  await seedDemo({ store, vault, past, dice, vendorOrigin: 'http://127.0.0.1:9', requests: 0 })
  const world = await worldOf(store)
  const owners = await ownersIn(store, vault)
  const records = owners.flatMap((owner) => weekOf(owner, requests / owners.length, world))
  records.sort((a, b) => a.at - b.at)
  for (let from = 0; from < records.length; from += BATCH)
    await store.requests.insertSettled(records.slice(from, from + BATCH))
  process.stdout.write(`${records.length}\n`)
}

function weekOf(owner: Owner, requests: number, world: World): RequestRecord[] {
  return rhythmOf(owner.key.habit, ended - 1, WEEK_MS / DAY_MS).flatMap(({ at, part }) =>
    momentsIn(at, requests * part, ended, dice)
      .filter((moment) => moment >= ended - WEEK_MS)
      .map((moment) => recordOf({ at: moment, ...owner }, world)),
  )
}

/** Models with their prices and the providers that have them, as the demo tells its story of them. */
async function worldOf(store: Store): Promise<World> {
  const models = new Map<string, (typeof CAST_MODELS)[number] & { price: Price }>()
  for (const model of CAST_MODELS) {
    const price = (await store.models.get(model.id))?.price
    if (price) models.set(model.id, { ...model, price })
  }
  const providers = (await store.providers.list()).flatMap(
    ({ id, name, slug, endpoints, multiplierMicros, credentials }) => {
      const [credential] = credentials
      const cast = CAST_PROVIDERS.find((one) => one.slug === slug)
      return credential && cast
        ? [{ id, slug, name, endpoints, multiplierMicros, credential, models: cast.models }]
        : []
    },
  )
  return { models, providers, now: ended, dice }
}

async function ownersIn(store: Store, vault: Vault): Promise<Owner[]> {
  const kinds = CAST_PEOPLE.flatMap(({ keys }) => keys)
  const owners: Owner[] = []
  for (let n = 0; n < PEOPLE; n += 1) {
    const userId = idAt(ended, dice)
    const person = { id: userId, email: `person-${n}@example.com`, name: `Person ${n}` }
    await store.users.create({ ...person, role: 'user', passwordHash: '-', mustChangePassword: false, limits: [] })
    for (let i = 0; i < KEYS_EACH; i += 1) {
      const keyId = idAt(ended, dice)
      const secret = newUserKey()
      await store.keys.create({
        id: keyId,
        userId,
        name: `key ${i}`,
        note: '',
        hash: vault.hashKey(secret),
        ...shownParts(secret),
        expiresAt: null,
        allowModels: null,
        allowIps: null,
        limits: [],
      })
      const key = kinds[(n * KEYS_EACH + i) % kinds.length]
      if (key) owners.push({ userId, keyId, key })
    }
  }
  return owners
}

await fillWeek(Number(process.argv[2]))
