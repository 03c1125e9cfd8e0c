import type { RequestRow } from '../../../../src/contract/usage.ts'
import { asRecord, parseJson } from '../../../../src/core/json.ts'
import { DIALECTS } from '../playground/dialects.ts'
import { serverEvents } from '../server-events.ts'
import { isJson, readJson } from './read-json.ts'
import { add, TOP, type Tree, type TreeNode } from './tree.ts'

/** A body that was kept, and the protocol it is in. */
type Kept = { text: string; cut: boolean; protocol: RequestRow['protocol'] }

/** What is called so in the reader's language: the text of an answer put together, its thinking, and its events. */
export type Names = { said: string; thought: string; events: string }

const EVENTS_BEGIN = /^\s*(?::|(?:event|data|id|retry):)/

/** A body as a tree: JSON by its values, a stream by its events with the text they make, anything else as it came. */
export function readBody({ text, cut, protocol }: Kept, names: Names): Tree {
  const tree: TreeNode[] = []
  if (isJson(text, cut)) readJson(text, tree, TOP)
  else if (EVENTS_BEGIN.test(text)) readEvents({ text, cut, protocol }, names, tree)
  else add(tree, TOP, { kind: 'text', text, whole: !cut })
  return tree
}

function readEvents({ text, cut, protocol }: Kept, names: Names, tree: TreeNode[]): void {
  // The last may have been cut, or lack the empty line that ends it.
  const events = serverEvents()(`${text}\n\n`)
  const { said, thought } = putTogether(
    events.map(({ data }) => data),
    protocol,
  )
  if (thought !== '') add(tree, { parent: null, name: names.thought }, { kind: 'text', text: thought, whole: !cut })
  if (said !== '') add(tree, { parent: null, name: names.said }, { kind: 'text', text: said, whole: !cut })
  const list = add(tree, { parent: null, name: names.events }, { kind: 'array', text: '', whole: !cut })
  for (const [at, { name, data }] of events.entries()) {
    const place = { parent: list.id, name: name === 'message' ? at : `${at} ${name}` }
    if (isJson(data, cut && at === events.length - 1)) readJson(data, tree, place)
    else add(tree, place, { kind: 'text', text: data, whole: true })
  }
}

function putTogether(events: readonly string[], protocol: Kept['protocol']): { said: string; thought: string } {
  if (!(protocol in DIALECTS)) return { said: '', thought: '' }
  const dialect = DIALECTS[protocol as keyof typeof DIALECTS]
  const pieces = events.map((data) => dialect.readEvent(asRecord(parseJson(data))))
  return {
    said: pieces.map(({ text = '' }) => text).join(''),
    thought: pieces.map(({ thinking = '' }) => thinking).join(''),
  }
}
