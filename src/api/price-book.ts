import { multiplied } from '../catalog/multiplied.ts'
import { costNanos } from '../catalog/cost.ts'
import type { Endpoints } from '../contract/all.ts'
import type { AnswerOf } from '../contract/endpoint.ts'
import type { PriceEntry } from '../contract/prices.ts'
import { formatUsd, parseFactor } from '../core/money.ts'
import type { Locale } from '../core/errors.ts'
import { iso } from '../core/time.ts'
import type { PriceChange, PriceVersion } from '../store/price-book.ts'
import type { Model } from '../store/model-view.ts'
import type { Call, Handlers } from './call.ts'
import type { Deps } from './deps.ts'
import { invalid, said } from './errors.ts'
import { applyChanges, modelsById, shownChanges, unknownModel } from './price-changes.ts'
import { type ListEntry, type ListProblem, readPriceCsv } from './price-csv.ts'
import { cataloguePrice, IN_THE_PAST, priceIn, priceOut, startsInThePast } from './prices.ts'
import { auditOf } from './trail.ts'

type PriceHandlers = Pick<
  Handlers,
  'adminListPrices' | 'adminSetPrice' | 'adminMultiplyPrices' | 'adminSyncPrices' | 'adminImportPrices' | 'adminReprice'
>

/** The price book: what models cost and from when on, and how that is changed, for one model or for many. */
export function priceHandlers(deps: Deps): PriceHandlers {
  return {
    adminListPrices: async ({ query }) => ({
      items: (await deps.store.prices.list(query.model ?? null)).map(versionOf),
      next: null,
    }),
    adminSetPrice: (call) => setPrice(call, deps),
    adminMultiplyPrices: (call) => multiplyPrices(call, deps),
    adminSyncPrices: (call) => syncPrices(call, deps),
    adminImportPrices: (call) => importPrices(call, deps),
    adminReprice: (call) => reprice(call, deps),
  }
}

function versionOf(version: PriceVersion): AnswerOf<Endpoints['adminListPrices']>['items'][number] {
  return {
    id: version.id,
    model: version.model,
    source: version.source,
    source_name: version.sourceName,
    effective_from: iso(version.effectiveFrom),
    state: version.state,
    price: version.price && priceOut(version.price),
  }
}

async function setPrice(call: Call<Endpoints['adminSetPrice']>, deps: Deps) {
  const { preview, ...entry } = call.body
  const now = deps.clock.now()
  if (startsInThePast(entry, now)) throw invalid({ effective_from: IN_THE_PAST })
  const changes = [changeOf(entry.model, [entry], now)]
  const shown = shownChanges(changes, await modelsById(deps), now)
  if (!preview) await applyChanges(call, deps, changes, { action: 'price.set', shown })
  return { changes: shown, applied: !preview }
}

function changeOf(model: string, entries: readonly Omit<PriceEntry, 'model'>[], now: number): PriceChange {
  const steps = entries.map(({ effective_from, price }) => ({
    from: effective_from === undefined ? now : Date.parse(effective_from),
    price: price && priceIn(price),
  }))
  return { model, steps: steps.toSorted((a, b) => a.from - b.from) }
}

async function multiplyPrices(call: Call<Endpoints['adminMultiplyPrices']>, deps: Deps) {
  const { models: ids, filter, preview } = call.body
  const now = deps.clock.now()
  const micros = parseFactor(call.body.factor) ?? 0n
  if (micros === 0n) throw invalid({ factor: { zh: '倍率必须大于零', en: 'The factor must be above zero' } })
  if (!ids && !filter) throw invalid({ models: { zh: '请选择模型', en: 'Select models' } })
  const models = await modelsById(deps)
  for (const id of ids ?? []) if (!models.has(id)) throw unknownModel(id)
  const chosen = [...models.values()].filter(
    ({ id, vendor, kind }) =>
      (ids?.includes(id) ?? true) && vendor === (filter?.vendor ?? vendor) && kind === (filter?.kind ?? kind),
  )
  const changes = chosen.flatMap((model) => {
    const steps = stepsOf(model, now).map(({ from, price }) => ({ from, price: price && multiplied(price, micros) }))
    // Of two who multiply at once the later one would give back the price that was, without a word.
    return steps.some(({ price }) => price) ? [{ model: model.id, steps, ifVersion: model.price?.version }] : []
  })
  const shown = shownChanges(changes, models, now)
  if (!preview) await applyChanges(call, deps, changes, { action: 'price.multiplied', shown })
  return { changes: shown, applied: !preview }
}

/** The price of now and those planned, as steps. */
function stepsOf({ price, laterPrices }: Model, now: number) {
  return [...(price ? [{ from: now, price }] : []), ...laterPrices]
}

async function syncPrices(call: Call<Endpoints['adminSyncPrices']>, deps: Deps) {
  const accepted = new Set(call.body.accept)
  const now = deps.clock.now()
  const models = await modelsById(deps)
  const present = (await deps.store.prices.list(null)).filter(({ state }) => state === 'present')
  const sourceOf = new Map(present.map(({ model, source }) => [model, source]))
  const found = [...models.values()].flatMap((model) => {
    const price = cataloguePrice(deps.knownModel(model.id))
    if (price) return [{ model: model.id, steps: [{ from: now, price }, ...(price.origin?.later ?? [])] }]
    return model.price && sourceOf.get(model.id) === 'catalogue'
      ? [{ model: model.id, steps: [{ from: now, price: null }] }]
      : []
  })
  const shown = shownChanges(found, models, now)
  const differing = new Set(shown.map(({ model }) => model))
  for (const id of accepted) if (!differing.has(id)) throw unknownModel(id)
  const changes = found.filter(({ model }) => accepted.has(model))
  const told = shown.filter(({ model }) => accepted.has(model))
  await applyChanges(call, deps, changes, { action: 'price.synced', shown: told })
  return {
    changes: shown,
    applied: changes.length > 0,
    manual: [...differing].filter((id) => sourceOf.get(id) === 'manual'),
    sources: deps.catalogueSources(),
  }
}

async function importPrices(call: Call<Endpoints['adminImportPrices']>, deps: Deps) {
  const { prices, csv, dry_run: dryRun } = call.body
  const now = deps.clock.now()
  const read = csv === undefined ? readPriceJson(prices ?? []) : readPriceCsv(csv, call.locale)
  const models = await modelsById(deps)
  const problems = [...read.problems, ...problemsOf(read.entries, { models, now, locale: call.locale })]
  if (problems.length > 0) return { changes: [], applied: false, problems }
  const byModel = Map.groupBy(
    read.entries.map(({ entry }) => entry),
    ({ model }) => model,
  )
  const changes = [...byModel].map(([model, entries]) => changeOf(model, entries, now))
  const shown = shownChanges(changes, models, now)
  if (!dryRun) await applyChanges(call, deps, changes, { action: 'price.imported', shown })
  return { changes: shown, applied: !dryRun, problems }
}

function readPriceJson(prices: readonly PriceEntry[]): { entries: ListEntry[]; problems: ListProblem[] } {
  return { entries: prices.map((entry, at) => ({ row: at + 1, entry })), problems: [] }
}

function problemsOf(
  entries: readonly ListEntry[],
  { models, now, locale }: { models: ReadonlyMap<string, Model>; now: number; locale: Locale },
): ListProblem[] {
  const seen = new Set<string>()
  return entries.flatMap(({ row, entry }) => {
    // The same moment may be written in several ways.
    const key = `${entry.model} ${entry.effective_from === undefined ? '' : Date.parse(entry.effective_from)}`
    const twice = seen.has(key)
    seen.add(key)
    const about = entry.model
    const problem =
      (!models.has(about) && { zh: `没有这个模型：${about}`, en: `There is no such model: ${about}` }) ||
      (startsInThePast(entry, now) && IN_THE_PAST) ||
      (twice && { zh: `重复：${about}`, en: `Duplicate: ${about}` })
    return problem ? [{ row, problem: said(problem, locale) }] : []
  })
}

async function reprice(call: Call<Endpoints['adminReprice']>, deps: Deps) {
  const { model, version = null, apply, reason } = call.body
  const span = { from: Date.parse(call.body.from), to: Date.parse(call.body.to) }
  const repricing = { model, version, ...span, costOf: costNanos }
  if (apply && reason === '') throw invalid({ reason: { zh: '请填写原因', en: 'Give a reason' } })
  const after = { from: call.body.from, to: call.body.to, version, reason }
  const audit = auditOf(call, { action: 'price.repriced', targetKind: 'price', targetId: model, before: null, after })
  const { prices } = deps.store
  // What is on its way still would be taken for charged anew the next time, and was not.
  await deps.system.drained()
  const outcome = apply
    ? await prices.reprice(repricing, { actorId: call.caller.user.id, reason, trail: { audit } })
    : await prices.planRepricing(repricing)
  if (!outcome.ok) throw invalid({ version: { zh: '没有这个价格版本', en: 'No such price version' } })
  if (apply) await deps.changed()
  const { users, asOf } = outcome.value
  const all = users.reduce(
    (sum, one) => ({
      requests: sum.requests + one.requests,
      was: sum.was + one.was,
      becomes: sum.becomes + one.becomes,
    }),
    { requests: 0, was: 0n, becomes: 0n },
  )
  return {
    version: outcome.value.version,
    as_of: iso(asOf),
    ...differenceOf(all),
    users: users.map((one) => ({ user: { id: one.userId, name: one.userName }, ...differenceOf(one) })),
    applied: apply,
  }
}

function differenceOf({ requests, was, becomes }: { requests: number; was: bigint; becomes: bigint }) {
  return { requests, was: formatUsd(was), becomes: formatUsd(becomes), difference: formatUsd(becomes - was) }
}
