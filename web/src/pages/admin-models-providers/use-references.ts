import { useQuery } from '@tanstack/react-query'
import { type Model } from '../../../../src/contract/models.ts'
import { adminListReferences, type Reference } from '../../../../src/contract/references.ts'
import { ask } from '../../lib/query.ts'
import { against, type Against } from './against.ts'

/** What the built-in catalogue says of a model; nothing while that is not known, and of models it does not know. */
export type ReferenceOf = (model: string) => Reference | undefined

/** What the built-in catalogue says of the models, and the date of its newest price list; undefined before it is told. */
export function useReferences(): { of: ReferenceOf; date: string | undefined } | undefined {
  const items = useQuery(ask(adminListReferences)).data?.items
  if (items === undefined) return undefined
  const known = new Map(items.map((one) => [one.model, one]))
  const dates = items.flatMap(({ source }) => source?.split('@')[1] ?? [])
  return { of: (model) => known.get(model), date: dates.toSorted().at(-1) }
}

/** How a model's price stands to the reference price; null where one of them is not there. */
export function standing(model: Model, reference: Reference | undefined): Against | null {
  return model.price === null || !reference?.price ? null : against(model.price, reference.price)
}
