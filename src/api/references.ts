import type { KnownModel } from '../catalog/models.ts'
import type { Reference } from '../contract/references.ts'
import type { Deps } from './deps.ts'
import { priceOut } from './prices.ts'

/** What the built-in catalogue says of a model at present; undefined where it does not know the name. */
export function referenceOf(
  id: string,
  { knownModel, clock }: Pick<Deps, 'knownModel' | 'clock'>,
): Reference | undefined {
  const known = knownModel(id)
  if (!known) return undefined
  const price = presentPrice(known, clock.now())
  return {
    model: id,
    source: price && known.source ? `${known.source.name}@${known.source.date}` : null,
    price: price && priceOut(price),
    context: known.context,
    max_output: known.maxOutput,
    abilities: [...known.abilities],
  }
}

/** A price that was announced for later holds once its time has come. */
function presentPrice({ price, later }: KnownModel, now: number): KnownModel['price'] {
  return later.findLast(({ from }) => from <= now)?.price ?? price
}
