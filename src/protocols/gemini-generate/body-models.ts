import { notWellFormed } from '../../core/asked-json.ts'
import { type Span, splice } from '../../core/json.ts'
import { walkJson } from '../../core/json-walk.ts'
import { resourceOf } from './operation.ts'

/**
 * A body in which every model is the upstream's: beside the one in the path, a body names it at the top and in the requests
 * it holds under these keys, and Google refuses two that differ. Everything else stays as it is, byte for byte. Throws `body_malformed`.
 */
export function withModel(body: Uint8Array, upstreamName: string, inner: readonly string[]): Uint8Array {
  const name = Buffer.from(JSON.stringify(resourceOf(upstreamName)))
  const edits: (Span & { with: Uint8Array })[] = []
  const isWhole = walkJson(body, {
    step: (key, under) => (key === 'model' ? 'take' : under === '' && inner.includes(key) ? 'into' : 'past'),
    taken: (_key, span) => edits.push({ ...span, with: name }),
  })
  if (!isWhole) throw notWellFormed()
  return splice(body, edits)
}
