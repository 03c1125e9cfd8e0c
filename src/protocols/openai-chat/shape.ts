import { GatewayError } from '../../core/errors.ts'

/** The refusal of a body that is malformed, in a sentence that names the field. */
export function invalid(reason: string): GatewayError {
  return new GatewayError('body_invalid', { reason })
}

/** The refusal of what no other protocol could carry. */
export function untranslatable(what: string): GatewayError {
  return new GatewayError('not_translatable', { what })
}

/** The text at a place of the request. */
export function textAt(value: unknown, at: string): string {
  if (typeof value !== 'string') throw invalid(`\`${at}\` must be text`)
  return value
}
