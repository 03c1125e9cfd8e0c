import type { Span } from '../../core/json.ts'
import { markOf } from '../../core/marks.ts'
import { type Edit, fieldsAt, listsUnder, takenOutWithin, whereMarked, wholeOf, type Sought } from '../elements.ts'
import { SEALED_STRING, unseal } from '../translate/sealed.ts'
import { isClaude } from './traits.ts'

const SIGNATURE = '"signature"'
/** In a body of code quotes and colons are everywhere, and signatures few. */
const UNSIGNED: Sought = {
  ...markOf(SIGNATURE, 'gnature'),
  isMeant: (text, at) => /^\s*:\s*""/.test(text.toString('latin1', at + SIGNATURE.length, at + SIGNATURE.length + 8)),
}
const READ: ReadonlySet<string> = new Set(['type', 'signature'])

/**
 * The edits that take thoughts out of a request that its vendor has not signed, because another one answered in between: with
 * one in it the whole conversation is refused (wire.md §3.6). Claude refuses unsigned ones too; other models behind this
 * protocol sign nothing, and may want back what they thought.
 */
export function foreignThoughts(body: Uint8Array, model: string): Edit[] {
  const signs = isClaude(model)
  const may = whereMarked(body, signs ? [SEALED_STRING, UNSIGNED] : [SEALED_STRING])
  if (!may(wholeOf(body))) return []
  const isOut = (block: Span) => {
    const { type, signature } = fieldsAt(body, block, READ)
    return (
      type === 'thinking' && (signature === '' ? signs : typeof signature === 'string' && unseal(signature) !== null)
    )
  }
  // A message of which nothing is left goes as a whole: an empty one is refused.
  return listsUnder(body, wholeOf(body), 'messages').flatMap((messages) =>
    takenOutWithin(body, { objects: messages, key: 'content', may, isOut }),
  )
}
