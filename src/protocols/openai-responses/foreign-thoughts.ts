import type { Span } from '../../core/json.ts'
import { markOf } from '../../core/marks.ts'
import { type Edit, fieldsAt, listsUnder, type Sought, takenOut, whereMarked, wholeOf } from '../elements.ts'
import { SEALED_STRING, unseal } from '../translate/sealed.ts'

const READ: ReadonlySet<string> = new Set(['type', 'id', 'encrypted_content'])

/** Ids of thoughts that were written here hold the request's id; no vendor's have hyphens. */
const OWN_ID = /^rs_[0-9a-f]{8}-/
/** Times begin with a zero in such ids for some hundred years; so do the ids of OpenAI's own thoughts, in every turn of some clients. */
const OWN: Sought = { ...markOf('"rs_0', '_0'), isMeant: (text, at) => text[at + HYPHEN_AT] === HYPHEN }
const HYPHEN = 0x2d
const HYPHEN_AT = '"rs_'.length + 8

/**
 * The edits that take thoughts of other vendors out of a request: neither can their sealed signatures be decrypted, nor is an
 * item found by its id that was made here and has none (wire.md §3.6).
 */
export function foreignThoughts(body: Uint8Array): Edit[] {
  const may = whereMarked(body, [SEALED_STRING, OWN])
  if (!may(wholeOf(body))) return []
  const isForeign = (item: Span) => {
    const { type, id, encrypted_content: encrypted } = fieldsAt(body, item, READ)
    if (type !== 'reasoning') return false
    if (typeof encrypted === 'string' && encrypted !== '') return unseal(encrypted) !== null
    return typeof id === 'string' && OWN_ID.test(id)
  }
  return listsUnder(body, wholeOf(body), 'input').flatMap((items) =>
    takenOut(items, new Set(items.filter((item) => may(item) && isForeign(item)))),
  )
}
