import type { Cohort } from '../../../../../src/contract/cohorts.ts'

/** The periods from the first on in which there was anybody: what was before the beginning says nothing. */
export function sinceFirst(cohorts: readonly Cohort[]): readonly Cohort[] {
  const first = cohorts.findIndex(({ active, churned }) => active > 0 || churned > 0)
  return first === -1 ? [] : cohorts.slice(first)
}

/** Which share of those who were active in the period before has left; null when there was nobody. */
export function churnShare({ active, new: fresh, returning, churned }: Cohort): number | null {
  const before = active - fresh - returning + churned
  return before === 0 ? null : churned / before
}

/** A cohort some periods on: its share that was active then, and whether that may still grow. */
export type Kept = { people: number; share: number | null; open: boolean }

/** The cells of a cohort's row; the last period of all is the last cell of every row. */
export function keptOf({ new: fresh, retained }: Cohort, unfinished: boolean): Kept[] {
  return retained.map((people, at) => ({
    people,
    share: fresh === 0 ? null : people / fresh,
    open: unfinished && at === retained.length - 1,
  }))
}

/** The share of all cohorts together after each number of periods, those that may still grow left out; null where none is left. */
export function keptOfAll(cohorts: readonly Cohort[], unfinished: boolean): (number | null)[] {
  return (cohorts[0]?.retained ?? []).map((_, after) => {
    const over = cohorts.filter((cohort) => keptOf(cohort, unfinished)[after]?.open === false)
    const people = over.reduce((sum, { retained }) => sum + (retained[after] ?? 0), 0)
    const all = over.reduce((sum, { new: fresh }) => sum + fresh, 0)
    return all === 0 ? null : people / all
  })
}
