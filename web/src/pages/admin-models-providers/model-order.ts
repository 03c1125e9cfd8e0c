import type { Sort } from '../../../../src/contract/common.ts'
import type { Model } from '../../../../src/contract/models.ts'

/** What the list of models can be ordered by. */
export const MODEL_COLUMNS = ['model', 'input', 'output', 'week'] as const
export type ModelColumn = (typeof MODEL_COLUMNS)[number]

/** Models in an order; what has no figure comes last, and equal ones go by name. */
export function inOrder(
  models: readonly Model[],
  sort: Sort<ModelColumn>,
  week: ((model: string) => number | null) | undefined,
): Model[] {
  const down = sort.startsWith('-')
  const column = sort.replace('-', '') as ModelColumn
  if (column === 'model') return models.toSorted((a, b) => (down ? byName(b, a) : byName(a, b)))
  const figure = (model: Model): number => {
    const found = column === 'week' ? week?.(model.id) : model.price?.[column]
    return found === undefined || found === null ? Number.NaN : Number(found)
  }
  return models.toSorted((a, b) => {
    const [left, right] = [figure(a), figure(b)]
    if (Number.isNaN(left) || Number.isNaN(right)) {
      return Number(Number.isNaN(left)) - Number(Number.isNaN(right)) || byName(a, b)
    }
    return (down ? right - left : left - right) || byName(a, b)
  })
}

function byName(a: Model, b: Model): number {
  return a.vendor.localeCompare(b.vendor) || a.id.localeCompare(b.id, undefined, { numeric: true })
}
