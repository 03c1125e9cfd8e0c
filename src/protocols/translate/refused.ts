import { GatewayError } from '../../core/errors.ts'
import { asRecord, type Json, parseExactly } from '../../core/json.ts'
import type { Codec } from './codec.ts'
import { toldError } from './told.ts'

/** What a caller is told of an upstream's refusal, as the upstream's own protocol reads it; `model` is the caller's name. */
export function refusedBy({ readError }: Pick<Codec, 'readError'>, model: string) {
  return (status: number, body: Buffer): GatewayError =>
    toldError(readError(status, documentOf(body)), model) ?? new GatewayError('upstream_failed')
}

function documentOf(body: Buffer): Json | undefined {
  const value = parseExactly(body.toString('utf8'))
  // Google's OpenAI layer and its streams put an error into an array (wire.md §1.6).
  const one: unknown = Array.isArray(value) ? value[0] : value
  return typeof one === 'object' && one !== null ? asRecord(one) : undefined
}
