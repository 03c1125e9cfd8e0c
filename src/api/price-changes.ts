import { timelineDiff } from '../catalog/price-diff.ts'
import type { PriceChange as ShownChange, RateChange } from '../contract/prices.ts'
import { timelineAfter } from '../core/price.ts'
import { isoOrNull } from '../core/time.ts'
import type { PriceChange } from '../store/price-book.ts'
import type { Model } from '../store/model-view.ts'
import type { NewPrice } from '../store/prices.ts'
import type { SignedCall } from './call.ts'
import type { Deps } from './deps.ts'
import { ApiError, invalid } from './errors.ts'
import { hoursOut, rateName, rateText } from './prices.ts'
import { auditOf } from './trail.ts'

/** The models of the catalogue by id. */
export async function modelsById({ store }: Deps): Promise<Map<string, Model>> {
  return new Map((await store.models.list()).map((model) => [model.id, model]))
}

/** What changes would do to the prices of now and of later times; a model that is not there is a 422. */
export function shownChanges(
  changes: readonly PriceChange[],
  models: ReadonlyMap<string, Model>,
  now: number,
): ShownChange[] {
  return changes.flatMap(({ model: id, steps }) => {
    const model = models.get(id)
    if (!model) throw unknownModel(id)
    return timelineDiff(model, timelineAfter<NewPrice>(model, steps, now)).map(({ from, kind, rates, hours }) => ({
      model: id,
      kind,
      effective_from: isoOrNull(from),
      rates: rates.map(({ component, service, aboveTokens, before, after }): RateChange => ({
        component: rateName(component),
        service,
        above_tokens: aboveTokens,
        before: before === undefined ? null : rateText(component, before),
        after: after === undefined ? null : rateText(component, after),
        percent: percentOf(before, after),
      })),
      ...(hours && {
        hours: { before: hours.before && hoursOut(hours.before), after: hours.after && hoursOut(hours.after) },
      }),
    }))
  })
}

/** To one decimal. */
function percentOf(before: bigint | undefined, after: bigint | undefined): number | null {
  if (!before || after === undefined) return null
  return Number(((after - before) * 1000n) / before) / 10
}

/** Writes changes with the audit row that tells of them, and lets the relay know. */
export async function applyChanges(
  call: SignedCall,
  deps: Deps,
  changes: readonly PriceChange[],
  told: { action: string; shown: readonly ShownChange[] },
): Promise<void> {
  const [only, ...more] = changes
  if (!only) return
  const audit = auditOf(call, {
    action: told.action,
    targetKind: 'price',
    targetId: more.length === 0 ? only.model : null,
    before: null,
    after: told.shown,
  })
  const outcome = await deps.store.prices.change(changes, { audit })
  if (!outcome.ok) {
    const about = outcome.about ?? ''
    if (outcome.refused === 'not_found') throw unknownModel(about)
    if (outcome.refused === 'version_conflict') throw new ApiError('version_conflict')
    throw invalid({ price: { zh: `价格过高：${about}`, en: `The price is too high: ${about}` } })
  }
  await deps.changed()
}

/** A 422 on the field `model` that names the model. */
export function unknownModel(id: string): ApiError {
  return invalid({ model: { zh: `没有这个模型：${id}`, en: `There is no such model: ${id}` } })
}
