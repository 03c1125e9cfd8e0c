import type { Span } from '../../core/json.ts'
import { type Edit, fieldsAt, listsUnder, takenOut, whereMarked, wholeOf } from '../elements.ts'
import { SEALED_STRING, unseal } from '../translate/sealed.ts'

/** Where OpenRouter's details of a thought have what their vendor signed or encrypted. */
const READ: ReadonlySet<string> = new Set(['data', 'signature'])

/** The edits that take thoughts out of a request that were sealed here: whoever is asked now has not made them (wire.md §3.6). */
export function foreignThoughts(body: Uint8Array): Edit[] {
  const may = whereMarked(body, [SEALED_STRING])
  const isSealed = (detail: Span) =>
    Object.values(fieldsAt(body, detail, READ)).some((value) => typeof value === 'string' && unseal(value) !== null)
  return listsUnder(body, wholeOf(body), 'messages')
    .flat()
    .filter(may)
    .flatMap((message) => listsUnder(body, message, 'reasoning_details'))
    .flatMap((details) => takenOut(details, new Set(details.filter((detail) => may(detail) && isSealed(detail)))))
}
