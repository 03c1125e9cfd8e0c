import { elementSpans, type Span, splice, topLevelSpans } from '../../core/json.ts'
import { resourceOf } from './operation.ts'

/**
 * A body in which every model is the upstream's: beside the one in the path, a body names it at the top and in the requests
 * it holds under these keys, and Google refuses two that differ. Everything else stays as it is, byte for byte.
 */
export function withModel(body: Uint8Array, upstreamName: string, inner: readonly string[]): Uint8Array {
  const name = Buffer.from(JSON.stringify(resourceOf(upstreamName)))
  const spans = modelSpans(body, { start: 0, end: body.length }, inner).toSorted(
    (one, other) => one.start - other.start,
  )
  return splice(
    body,
    spans.map((span) => ({ ...span, with: name })),
  )
}

function modelSpans(json: Uint8Array, { start, end }: Span, inner: readonly string[]): Span[] {
  const found = topLevelSpans(json.subarray(start, end), new Set(['model', ...inner])) ?? new Map<string, Span[]>()
  const at = (key: string) =>
    (found.get(key) ?? []).map((span) => ({ start: start + span.start, end: start + span.end }))
  const held = inner.flatMap(at).flatMap((span) => [span, ...elementSpans(json, span)])
  return [...at('model'), ...held.flatMap((span) => modelSpans(json, span, []))]
}
