import { notWellFormed } from '../../core/asked-json.ts'
import { valueAt } from '../../core/json.ts'
import { type Walk, walkJson } from '../../core/json-walk.ts'
import { googleFileIn } from '../../protocols/gemini-generate/google-file.ts'
import { URI_KEYS } from '../../protocols/request.ts'

const URIS: ReadonlySet<string> = new Set(URI_KEYS)

/** What functions are called with, and what they answer: an address in it is theirs, and no vendor follows it. */
const OF_FUNCTIONS: ReadonlySet<string> = new Set([
  'args',
  'arguments',
  'response',
  'parameters',
  'parametersJsonSchema',
])

/**
 * The ids of Google's files that a request in Google's dialect names by their address, at Google or at one of some hosts, wherever
 * they stand in it. Throws `body_malformed` where what may name some is not well-formed.
 */
export function googleFilesIn(body: Uint8Array, hosts: ReadonlySet<string>): Set<string> {
  const found = new Set<string>()
  const walk: Walk = {
    step: (key) => (URIS.has(key) ? 'take' : OF_FUNCTIONS.has(key) ? 'past' : 'into'),
    taken(_key, span) {
      const address = valueAt(body, span)
      const id = typeof address === 'string' ? googleFileIn(address, hosts) : null
      if (id !== null) found.add(id)
    },
  }
  if (!walkJson(body, walk)) throw notWellFormed()
  return found
}
