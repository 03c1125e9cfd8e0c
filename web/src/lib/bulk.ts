import type { BulkAnswer } from '../../../src/contract/bulk.ts'
import { withConsent, type Consent } from './consent.ts'

type Named = { id: string; name: string }

/** Does the same to many, with the reader's password where one of them wants it; undefined when the reader declined and nothing was done, else how many were changed. */
export async function doForMany(
  items: readonly Named[],
  act: (ids: string[], consent: Consent) => Promise<BulkAnswer>,
  onRefused: (reasons: string[]) => void,
): Promise<number | undefined> {
  const ids = items.map((item) => item.id)
  let last: BulkAnswer | undefined
  const given = await withConsent(
    async (consent) => (last = await act(ids, consent)),
    ({ results }) => results.some(({ code }) => code === 'password_needed'),
  )
  // What did not want the password is done by now, whether or not it was given.
  const answer = given ?? last
  if (answer === undefined || (given === undefined && answer.results.every(({ ok }) => !ok))) return undefined
  const refused = refusals(answer, items)
  if (refused.length > 0) onRefused(refused)
  return answer.results.length - refused.length
}

/** Why an act on many was refused for some of them, as `name: reason`. */
function refusals({ results }: BulkAnswer, items: readonly Named[]): string[] {
  return results
    .filter(({ ok }) => !ok)
    .map(({ id, code, detail }) => `${items.find((item) => item.id === id)?.name ?? id}: ${detail ?? code ?? ''}`)
}
