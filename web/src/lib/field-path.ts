/** A step to a field: the name of a field, the place of an element of a list, or what names that element. */
export type Step = string | number | { named: string }
/** Where a field stands, from outside in. */
export type FieldPath = readonly Step[]

/** A path as one writes it: `endpoints[0].base_url`, `credentials[main].priority`. */
export const pathText = (path: FieldPath): string =>
  path.map((step, at) => (typeof step === 'string' ? `${at === 0 ? '' : '.'}${step}` : `[${elementOf(step)}]`)).join('')

const elementOf = (step: number | { named: string }): string => (typeof step === 'number' ? String(step) : step.named)

/** Whether a path leads to an element of a list as a whole. */
export const isElement = (path: FieldPath): boolean => path.length > 0 && typeof path.at(-1) !== 'string'

/** The name of the field at a path, whatever element of a list it stands in. */
export const fieldAt = (path: FieldPath): string => path.findLast((step) => typeof step === 'string') ?? ''
